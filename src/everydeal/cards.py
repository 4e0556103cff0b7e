"""Cards in and out of text: `As Kd Th 10h 9c Jk`, suit symbols too.

A kind of card is an integer 0..51: 4 * rank + suit, ranks 2 to ace, suits clubs, diamonds,
hearts, spades; the joker is 52. The C core uses the same numbers.
"""

from everydeal.errors import InputError, shown

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
_KINDS = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤", SUITS * 2, "\ufe0e\ufe0f")


def kind(text: str, *, joker: bool = False) -> int:
    """The kind that one card's text stands for. Raises InputError if it is no card.

    `joker` says whether the deck has one.

    >>> kind("2c"), kind("10h"), kind("A♠"), kind("Jk", joker=True)
    (0, 34, 51, 52)
    """
    if not isinstance(text, str):
        raise TypeError(f"a card is text such as 'As', not {shown(text)}")
    found = _KINDS.get(text)
    if found is not None:
        return found
    plain = text.translate(_SYMBOLS).replace("10", "T", 1)
    found = _KINDS.get(plain[:1].upper() + plain[1:].lower())
    if found is not None:
        return found
    is_joker = text.lower() in ("jk", "joker") or text == "🃏"
    if is_joker and joker:
        return JOKER
    allowed = f"a rank ({' '.join(RANKS)} or 10) is followed by a suit (c d h s)"
    if is_joker:
        raise InputError(f"{shown(text)}: this deck has no joker; {allowed}")
    raise InputError(f"{shown(text)} is no card; {allowed}" + ("; the joker is Jk" if joker else ""))


def kinds(text: str, *, joker: bool = False) -> tuple[int, ...]:
    """The kinds in a text of cards separated by spaces or commas. Errors give the position.

    >>> kinds("As Kd, 10h")
    (51, 45, 34)
    """
    if not isinstance(text, str):
        raise TypeError(f"cards are text such as 'As Kd', not {shown(text)}")
    words = text.replace(",", " ").split()
    if not words:
        raise InputError("no cards; allowed: cards such as As Kd Th")
    found = []
    for position, word in enumerate(words, 1):
        try:
            found.append(kind(word, joker=joker))
        except InputError as error:
            raise InputError(f"card {position}: {error}") from None
    return tuple(found)


def hand(text: str, *, joker: bool = False) -> tuple[int, ...]:
    """The kinds of a hand from one deck: none stands there twice. Errors give the position.

    >>> hand("As Kd Jk", joker=True)
    (51, 45, 52)
    """
    found = kinds(text, joker=joker)
    if len(set(found)) < len(found):
        seen: set[int] = set()
        for position, card in enumerate(found, 1):
            if card in seen:
                raise InputError(f"card {position}: {name(card)} stands in the hand twice")
            seen.add(card)
    return found


def name(card: int) -> str:
    """A kind as text.

    >>> name(51), name(52)
    ('As', 'Jk')
    """
    return "Jk" if card == JOKER else RANKS[card // 4] + SUITS[card % 4]


def names(cards: tuple[int, ...]) -> str:
    """Kinds as text, separated by spaces."""
    return " ".join(name(card) for card in cards)


def check(dealt: tuple[int, ...], number: int, deck: int, where: str) -> None:
    """Raise InputError unless `dealt` are so many different kinds of a deck of so many cards.

    `where` ends the message about a card that stands twice: "in the hand".
    """
    if len(dealt) != number:
        raise InputError(f"{len(dealt)} cards; allowed: {number}")
    for at, card in enumerate(dealt):
        if type(card) is not int:
            raise TypeError(f"a kind of card is an integer, not {shown(card)}")
        if not 0 <= card < deck:
            raise InputError(f"{card} is no kind of card; allowed: 0 to {deck - 1}")
        if card in dealt[:at]:
            raise InputError(f"card {at + 1}: {name(card)} stands {where} twice")
