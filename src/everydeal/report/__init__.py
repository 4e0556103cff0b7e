"""Reports: everything printed goes through one model, `document`.

`certified`, `compared`, `described` and others fill it; the renderers (`text`, `markdown`, `html`, `latex`,
`csv`, `xlsx`) know nothing else.
"""
