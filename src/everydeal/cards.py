"""Cards in and out of text: `As Kd Th 10h 9c`, suit symbols too.

A kind of card is an integer 0..51: 4 * rank + suit, ranks 2 to ace, suits clubs, diamonds,
hearts, spades. The C core uses the same numbers.
"""

from everydeal.errors import InputError, shown

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤", SUITS * 2, "\ufe0e\ufe0f")


def kind(text: str) -> int:
    """The kind that one card's text stands for. Raises InputError if it is no card.

    >>> kind("2c"), kind("10h"), kind("A♠")
    (0, 34, 51)
    """
    if not isinstance(text, str):
        raise TypeError(f"a card is text such as 'As', not {shown(text)}")
    plain = text.translate(_SYMBOLS).replace("10", "T", 1)
    rank, suit = plain[:1].upper(), plain[1:].lower()
    if len(plain) != 2 or rank not in RANKS or suit not in SUITS:
        raise InputError(
            f"{shown(text)} is no card; a rank ({' '.join(RANKS)} or 10) is followed by a suit (c d h s)"
        )
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def kinds(text: str) -> tuple[int, ...]:
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
            found.append(kind(word))
        except InputError as error:
            raise InputError(f"card {position}: {error}") from None
    return tuple(found)


def name(card: int) -> str:
    """A kind as text.

    >>> name(51)
    'As'
    """
    return RANKS[card // 4] + SUITS[card % 4]


def names(cards: tuple[int, ...]) -> str:
    """Kinds as text, separated by spaces."""
    return " ".join(name(card) for card in cards)
