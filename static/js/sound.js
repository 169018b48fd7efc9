// The sounds of the table, made on the spot by Web Audio: short, soft, none for losing. There is
// none before the player first touches the page, and none where nobody looks.

import { setting } from "./settings.js";

const LOUD = 0.22; // of the whole; the table is played at night too

let audio = null; // { context, out, noise } from the first touch on

function noiseOf(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 22_695_477; // any row of numbers without order will do: nothing depends on it
  for (let index = 0; index < samples.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    samples[index] = state / 2 ** 31;
  }
  return buffer;
}

function open() {
  const context = new AudioContext();
  const out = context.createGain();
  out.gain.value = LOUD;
  out.connect(context.destination);
  return { context, out, noise: noiseOf(context) };
}

/** The first touch, and any after a pause by the browser. */
function touched() {
  if (!setting("sound") || navigator.userActivation?.isActive === false) return;
  audio ??= open();
  if (audio.context.state === "suspended") audio.context.resume();
}

/** A loudness that rises in no time and dies away; ends what it is given. */
function shaped(source, { at, length, level, attack = 0.004 }) {
  const { context, out } = audio;
  const gain = context.createGain();
  const start = context.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(level, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(out);
  return { start, end: start + length + 0.02 };
}

/** A burst of noise around a pitch, gliding to another: paper, clay. */
function rustle({ at = 0, length, from, to = from, sharp = 1, level, attack }) {
  const { context, noise } = audio;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = sharp;
  const { start, end } = shaped(source.connect(filter), { at, length, level, attack });
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  source.start(start, (from * 7) % 300 / 1_000);
  source.stop(end);
}

/** A plain tone. */
function tone({ at = 0, length, pitch, level, type = "sine", attack }) {
  const oscillator = audio.context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  const { start, end } = shaped(oscillator, { at, length, level, attack });
  oscillator.start(start);
  oscillator.stop(end);
}

function chip(at = 0, pitch = 3_400) {
  rustle({ at, length: 0.045, from: pitch, sharp: 5, level: 0.8 });
  tone({ at, length: 0.06, pitch: pitch * 0.72, level: 0.12 });
}

const notes = (pitches, apart, level) => pitches.forEach((pitch, index) => {
  tone({ at: index * apart, length: 0.5, pitch, level, type: "triangle", attack: 0.012 });
  tone({ at: index * apart, length: 0.3, pitch: pitch * 2, level: level / 5, attack: 0.012 });
});

const SOUNDS = {
  card: () => rustle({ length: 0.11, from: 1_500, to: 3_800, sharp: 0.9, level: 0.55, attack: 0.02 }),
  turn: () => {
    rustle({ length: 0.14, from: 900, to: 2_600, sharp: 0.8, level: 0.45, attack: 0.04 });
    rustle({ at: 0.13, length: 0.05, from: 1_200, sharp: 1.2, level: 0.5 });
  },
  chip: () => chip(),
  collect: () => [0, 0.07, 0.13, 0.18].forEach((at, index) => chip(at, 3_000 + 350 * index)),
  win: () => notes([523.25, 659.25], 0.11, 0.34),
  blackjack: () => notes([523.25, 659.25, 783.99], 0.1, 0.34),
  bingo: () => {
    tone({ length: 0.4, pitch: 880, level: 0.3, attack: 0.006 });
    tone({ length: 0.25, pitch: 2_217, level: 0.06, attack: 0.006 });
  },
  refusal: () => [0, 0.12].forEach((at) => {
    tone({ at, length: 0.11, pitch: 175, level: 0.5, type: "triangle", attack: 0.008 });
  }),
};

/** Make a sound by its name, if the player has sound and has touched the page. */
export function play(name) {
  if (audio === null || !setting("sound") || document.hidden) return;
  if (audio.context.state === "running") SOUNDS[name]();
}

["pointerdown", "pointerup", "keydown", "click"].forEach((touch) => {
  document.addEventListener(touch, touched, true);
});
