"""Reports: everything printed goes through one model, `document`.

`certified` and `described` fill it, the renderers (`text`, `markdown`, `csv`) know nothing else.
"""
