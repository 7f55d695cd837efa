"""Cuts the two Inter faces to the characters that the window and the pictures use.

Input: Inter-Regular.otf and Inter-SemiBold.otf of Debian's fonts-inter 4.0~beta7 (font version 3.019).
Needs fontTools. Digits become the tabular ones ("tnum"), so that columns of figures line up in every
shaper; contextual alternates go, so that "128x40" and "->" stay as they are written.

    python3 make.py /usr/share/fonts/opentype/inter .
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

KEPT = [
    *range(0x20, 0x180),  # Latin, Latin-1, Latin Extended-A
    *range(0x391, 0x3CA),  # Greek
    *range(0x2000, 0x2070),  # spaces, dashes, quotes, ellipsis
    *range(0x2070, 0x209D),  # superscripts and subscripts
    0x20AC,
    *range(0x2190, 0x2200),  # arrows
    *range(0x2200, 0x2300),  # mathematical signs
    *range(0x2300, 0x2400),  # keys
    *range(0x25A0, 0x2600),  # shapes
    0x26A0,
    0x2713,
    0x2717,
]


def cut(source: Path, target: Path) -> None:
    font = TTFont(source)
    tabular = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(table, "ExtSubTable", table).mapping)
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            if glyph in tabular:
                table.cmap[code] = tabular[glyph]
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "case"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17]
    options.hinting = True
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=KEPT)
    cutter.subset(font)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)


for face in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
    cut(Path(sys.argv[1]) / face, Path(sys.argv[2]) / face)
