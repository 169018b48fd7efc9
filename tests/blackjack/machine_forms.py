"""What the machine's players type: mostly bets that can be taken, and now and then anything."""

from hypothesis import strategies as st

from tests.blackjack.machine_model import CURRENCIES, GAMES, SCHEMES, WORDS

TABS = st.integers(0, 4)
PLACES = st.tuples(st.sampled_from(sorted(GAMES)), st.sampled_from(CURRENCIES))
PICKS = st.lists(st.integers(0, 5), max_size=5)
YES_OR_NO = st.booleans()

SEED = "0123456789abcdefABCD"
BOXES = ("bet_1", "bet_2", "bet_3")

_GOOD = st.sampled_from(["10", "11", "25", "50"])
_EDGES = st.sampled_from(["1", "4", "5", "9", "51", "120", "121", "200", "201", "007", " 20 "])
_ODD = st.sampled_from(["0", "-5", "1e3", "1,5", "１０", "ten", "9" * 12, "<b>", "\x00", "+5"])
_BETS = st.dictionaries(st.sampled_from(BOXES), _GOOD, min_size=1)
_BY_CHANCE = st.dictionaries(st.sampled_from(BOXES), _GOOD | _EDGES | _ODD)

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
"""Betting forms that any tier's limits allow, at both games."""

expert_wishes = st.tuples(_BETS, _EXPERT).map(lambda parts: {**parts[0], **parts[1]})
"""With the expert mode of the two decks."""

any_wishes = st.one_of(
    sensible_wishes.map(lambda wish: (wish, {})),
    st.tuples(_BETS, _EXPERT | _CUTS | _SHUFFLES),
    st.tuples(_BY_CHANCE, st.just({})),
    st.tuples(_BETS, _WRONG),
).map(lambda parts: {**parts[0], **parts[1]})
"""Betting forms that somebody may send."""

any_words = st.sampled_from([*WORDS, "fold", "HIT", ""])
