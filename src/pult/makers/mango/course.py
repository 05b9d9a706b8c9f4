"""The course of the exercise: a marked line over the table, a gate across it, and a mark to set the body down on."""

from pult.makers.mango.layout import Layout

LENGTH = 0.22
"""Of the line on either side of its middle [m]."""
GATE = 0.07
"""Where the gate stands along the line [m]."""
CLEARANCE = 0.04
"""Between the body, well led, and each post [m]."""


def course(layout: Layout) -> str:
    """Bodies of the course, as MJCF; line, gate and mark are placed afresh for each attempt."""
    half = layout.load.radius + 0.03
    deep = 0.03 if layout.arms == 2 else half
    post = half + CLEARANCE
    outline = "\n".join(
        f'<geom class="line" type="box" size="{a:g} {b:g} 0.0012" pos="{x:g} {y:g} 0.0012"/>'
        for a, b, x, y in (
            (half + 0.008, 0.003, 0.0, deep + 0.008), (half + 0.008, 0.003, 0.0, -deep - 0.008),
            (0.003, deep + 0.008, half + 0.008, 0.0), (0.003, deep + 0.008, -half - 0.008, 0.0),
        )
    )  # fmt: skip
    return f"""
<body name="line">
  <geom class="line" type="box" size="0.003 {LENGTH:g} 0.001" pos="0 0 0.001"/>
  <body name="begin" pos="0 {-LENGTH:g} 0">
    <geom class="line" type="cylinder" size="0.018 0.0012" pos="0 0 0.0012"/>
  </body>
  <body name="gate" pos="0 {GATE:g} 0">
    <geom class="post" type="cylinder" size="0.014 0.032" pos="{post:g} 0 0.032"/>
    <geom class="post" type="cylinder" size="0.014 0.032" pos="{-post:g} 0 0.032"/>
  </body>
  <body name="mark" pos="0 {LENGTH:g} 0">
    {outline}
    <geom class="line" type="box" size="0.02 0.002 0.0012" pos="0 0 0.0012"/>
    <geom class="line" type="box" size="0.002 0.02 0.0012" pos="0 0 0.0012"/>
  </body>
</body>"""
