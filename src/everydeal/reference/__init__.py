"""Each game a second time: slow and plain, from the cards up, sharing nothing with the rest."""
