"""What the machine's players type: mostly bets that can be taken, and now and then anything."""

from hypothesis import strategies as st

from tests.blackjack.machine_games import BOXES, CURRENCIES, SCHEMES, WORDS

TABS = st.integers(0, 4)
PLACES = st.tuples(st.sampled_from(sorted(BOXES)), st.sampled_from(CURRENCIES))
PICKS = st.lists(st.integers(0, 5), max_size=5)
YES_OR_NO = st.booleans()

SEED = "0123456789abcdefABCD"
_BETS_1_TO_3 = ("bet_1", "bet_2", "bet_3")

_GOOD = st.sampled_from(["10", "11", "25", "50"])
_EDGES = st.sampled_from(["1", "4", "5", "9", "51", "120", "121", "200", "201", "007", " 20 "])
_ODD = st.sampled_from(["0", "-5", "1e3", "1,5", "１０", "ten", "9" * 12, "<b>", "\x00", "+5"])
_BETS = st.dictionaries(st.sampled_from(_BETS_1_TO_3), _GOOD, min_size=1)
_BY_CHANCE = st.dictionaries(st.sampled_from(_BETS_1_TO_3), _GOOD | _EDGES | _ODD)

_CUTS = st.integers(1, 104).map(lambda cut: {"cut": str(cut)})
_SHUFFLES = _CUTS.map(lambda cut: {**cut, "own_shuffle": "on", "seed": SEED})
_MOVED = st.lists(st.integers(1, 104), unique=True, max_size=4).map(
    lambda places: {"moved": ", ".join(map(str, places))}
)
_EXPERT = st.tuples(st.sampled_from(SCHEMES).map(lambda name: {"scheme": name}), _MOVED).map(
    lambda parts: {**parts[0], **parts[1]}
)
_WRONG = st.sampled_from(
    [
        {"cut": "0"},
        {"cut": "313"},
        {"cut": "105"},
        {"cut": "half"},
        {"no_cut": "yes"},
        {"no_insurance": "yes"},
        {"moved": "7, 8, 7"},
        {"moved": "105"},
        {"moved": "1;2"},
        {"scheme": "3D2P"},
        {"own_shuffle": "on"},
        {"own_shuffle": "on", "seed": "too short"},
        {"seed": SEED},
        {"bet_4": "10"},
        {"balance": "1000000"},
        {"action": "stand"},
    ]
)

sensible_wishes = st.tuples(
    _BETS, st.just({}) | st.just({}) | st.just({"no_cut": "1"}) | _CUTS | _SHUFFLES
).map(lambda parts: {**parts[0], **parts[1]})
"""Betting forms that any tier's limits allow at a fresh shoe, in every game."""

expert_wishes = st.tuples(_BETS, _EXPERT).map(lambda parts: {**parts[0], **parts[1]})
"""With the expert mode of the two decks."""

any_wishes = st.one_of(
    sensible_wishes.map(lambda wish: (wish, {})),
    st.tuples(_BETS, _EXPERT | _CUTS | _SHUFFLES),
    st.tuples(_BY_CHANCE, st.just({})),
    st.tuples(_BETS, _WRONG),
).map(lambda parts: {**parts[0], **parts[1]})
"""Betting forms that somebody may send."""

_BINGO_BETS = st.dictionaries(
    st.sampled_from([f"bingo_{box}" for box in range(1, 6)]),
    st.sampled_from(["10", "20", "25", "5", "51", "0", "-5", "1e1"]),
)
_ON_FIVE_BOXES = st.dictionaries(
    st.sampled_from([f"bet_{box}" for box in range(1, 6)]), _GOOD, min_size=1
)

kept_wishes = st.tuples(
    _ON_FIVE_BOXES,
    st.just({}) | st.just({}) | _CUTS | _SHUFFLES,
    st.sampled_from([{}, {}, {"no_insurance": "on"}]),
).map(lambda parts: {**parts[0], **parts[1], **parts[2]})
"""For the five boxes of a kept shoe; its cut is taken with its first round only."""

on_bingo = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from(["10", "25"])), unique_by=lambda one: one[0]
).map(
    lambda boxes: {
        **{f"bet_{box}": "25" for box, _ in boxes or [(1, "")]},
        **{f"bingo_{box}": stake for box, stake in boxes},
    }
)
"""Main bets with a bingo bet on each."""

bingo_wishes = st.one_of(
    on_bingo,
    on_bingo,
    st.tuples(
        kept_wishes,
        _BINGO_BETS,
        st.sampled_from(["", "", "1", "2,1", "1,2,3,4,5", "6", "0", "1,", "box"]),
    ).map(lambda parts: {**parts[0], **parts[1], **({"leaving": parts[2]} if parts[2] else {})}),
)
"""With bingo bets, and a word for leaving places, not always such as can be taken."""

any_words = st.sampled_from([*WORDS, "fold", "HIT", ""])
