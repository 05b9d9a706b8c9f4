/** The studio around the scene: lights, soft shadows and a ground that fades into the background. */

import {
  ACESFilmicToneMapping, BufferGeometry, CircleGeometry, Color, DirectionalLight, Float32BufferAttribute, Group,
  HemisphereLight, LineBasicMaterial, LineSegments, Mesh, NoToneMapping, PlaneGeometry, PMREMGenerator, type Scene,
  ShaderMaterial, ShadowMaterial, type WebGLRenderer, type WebGLRenderTarget,
} from "three"; // biome-ignore format: a list of names
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { type Box, middle, radius } from "../model/scene/bounds";
import type { Palette } from "./palette";
import type { Quality } from "./quality";

const VERTEX = `
varying vec2 at;
void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

/** Lines keep one pixel of width at any distance and vanish where they would crowd. */
const FRAGMENT = `
uniform vec3 floorColour;
uniform vec3 gridColour;
uniform float reach;
uniform float cell;
uniform float floorShare;
uniform float gridShare;
varying vec2 at;
float lines(float size) {
  vec2 grid = at / size;
  vec2 wide = fwidth(grid);
  vec2 near = abs(fract(grid - 0.5) - 0.5) / max(wide, 1e-6);
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  return line * (1.0 - smoothstep(0.1, 0.4, max(wide.x, wide.y)));
}
void main() {
  float away = length(at) / reach;
  float fade = 1.0 - smoothstep(0.15, 1.0, away);
  float line = max(0.55 * lines(cell), lines(5.0 * cell)) * gridShare;
  vec3 colour = mix(floorColour, gridColour, line);
  gl_FragColor = vec4(colour, fade * mix(floorShare, 1.0, line));
  #include <colorspace_fragment>
}`;

/** From the middle of the scene to the main light, against its size. */
export const LIGHT = [1.5, 1.1, 3] as const;

/** A round step near a fifth of a size: 1, 2 or 5 times a power of ten. */
export function gridStep(size: number): number {
  const rough = size / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = rough / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : 5);
}

/** Lines of a square grid that fade towards its edge; the colour is the material's. */
function gridLines(reach: number, cell: number): BufferGeometry {
  const points: number[] = [];
  const colours: number[] = [];
  const count = Math.min(60, Math.floor(reach / cell));
  const put = (x: number, y: number) => {
    points.push(x * cell, y * cell, 0);
    colours.push(1, 1, 1, Math.max(0, 1 - Math.hypot(x, y) / count) ** 1.5);
  };
  for (let a = -count; a <= count; a++) {
    for (let b = -count; b < count; b++) {
      put(a, b);
      put(a, b + 1);
      put(b, a);
      put(b + 1, a);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  return geometry.setAttribute("color", new Float32BufferAttribute(colours, 4));
}

export class Studio {
  readonly root = new Group();
  #key = new DirectionalLight();
  #rim = new DirectionalLight();
  #fill = new DirectionalLight();
  #sky = new HemisphereLight();
  #ground: Mesh<CircleGeometry, ShaderMaterial>;
  #shadow: Mesh<PlaneGeometry, ShadowMaterial>;
  /** The grid as lines, for machines on which shading the whole ground costs too much. */
  #lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, toneMapped: false }),
  );
  #environment: WebGLRenderTarget | null = null;
  #rich: boolean;

  constructor(quality: Quality) {
    this.#rich = quality.rich;
    this.#ground = new Mesh(
      new CircleGeometry(1, 64),
      new ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        uniforms: {
          floorColour: { value: new Color() },
          gridColour: { value: new Color() },
          reach: { value: 1 },
          cell: { value: 0.25 },
          floorShare: { value: 0.6 },
          gridShare: { value: 0.6 },
        },
      }),
    );
    this.#shadow = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ depthWrite: false }));
    this.#shadow.receiveShadow = true;
    this.#ground.renderOrder = -2;
    this.#shadow.renderOrder = -1;
    this.root.add(this.#key, this.#key.target, this.#rim, this.#rim.target, this.#fill, this.#fill.target);
    this.root.add(this.#sky, this.#ground, this.#lines, this.#shadow);
    this.#ground.visible = this.#rim.visible = this.#fill.visible = quality.rich;
    this.#lines.visible = !quality.rich;
    this.#key.shadow.mapSize.set(quality.shadows, quality.shadows);
    this.shade(quality.rich);
  }

  /** Switch shadows on and off. */
  shade(on: boolean): void {
    this.#key.castShadow = on;
    this.#shadow.visible = on;
  }

  /** The room that is mirrored in surfaces; made anew after the graphics were lost. */
  furnish(renderer: WebGLRenderer, scene: Scene): void {
    if (!this.#rich) return;
    this.#environment?.dispose();
    const maker = new PMREMGenerator(renderer);
    const room = new RoomEnvironment();
    this.#environment = maker.fromScene(room, 0.04);
    room.dispose();
    maker.dispose();
    scene.environment = this.#environment.texture;
    scene.environmentRotation.set(Math.PI / 2, 0, 0);
  }

  /** Lay ground and lights around what is to be seen. `floor` is the height of the ground [m]. */
  around(box: Box, everything: Box, floor: number): void {
    const size = Math.max(radius(everything), 0.2);
    const [x, y, z] = middle(everything);
    const reach = Math.max(4 * size, 5 * radius(box));
    this.#ground.geometry.dispose();
    this.#ground.geometry = new CircleGeometry(reach, 64);
    this.#ground.position.set(x, y, floor);
    const uniforms = this.#ground.material.uniforms;
    if (uniforms.reach) uniforms.reach.value = reach;
    if (uniforms.cell) uniforms.cell.value = gridStep(size);
    this.#lines.geometry.dispose();
    this.#lines.geometry = gridLines(reach, 5 * gridStep(size));
    this.#lines.position.set(x, y, floor);
    this.#shadow.position.set(x, y, floor + 2e-4 * size);
    this.#shadow.scale.set(2 * reach, 2 * reach, 1);
    const put = (light: DirectionalLight, ...way: [number, number, number]) => {
      light.target.position.set(x, y, z);
      light.position.set(x + way[0] * size, y + way[1] * size, z + way[2] * size);
    };
    put(this.#key, ...LIGHT);
    put(this.#rim, -2.2, -2.6, 2.2);
    put(this.#fill, 2.5, -2, 1.5);
    const { shadow } = this.#key;
    const view = shadow.camera;
    view.left = view.bottom = -1.25 * size;
    view.right = view.top = 1.25 * size;
    view.near = 0.5 * size;
    view.far = 6.5 * size;
    view.up.set(0, 0, 1);
    view.updateProjectionMatrix();
    shadow.bias = -0.0006;
    shadow.normalBias = 0.004 * size;
    shadow.radius = 4;
    this.root.updateMatrixWorld(true);
  }

  recolour(palette: Palette, scene: Scene, renderer: WebGLRenderer): void {
    const { dark } = palette;
    // Without the mirrored room its light comes from the sky alone.
    const rich = this.#rich;
    this.#key.color.set(rich ? "#fff4e6" : "#fffaf4");
    this.#key.intensity = rich ? (dark ? 1.8 : 2.0) : dark ? 1.9 : 1.55;
    this.#rim.color.set("#8fe6f0");
    this.#rim.intensity = dark ? 1.1 : 0.3;
    this.#fill.color.set("#cfe0ff");
    this.#fill.intensity = 0.35;
    this.#sky.color.set(rich ? "#ffffff" : "#eef6fa");
    this.#sky.groundColor.set(dark ? "#5d7078" : "#c9d2d1");
    this.#sky.intensity = rich ? 0.1 : dark ? 1.25 : 1.95;
    scene.environmentIntensity = dark ? 0.34 : 0.5;
    renderer.toneMapping = rich ? ACESFilmicToneMapping : NoToneMapping;
    renderer.toneMappingExposure = rich ? (dark ? 0.92 : 1) : 1;
    const uniforms = this.#ground.material.uniforms;
    this.#lines.material.color.copy(palette.grid);
    this.#lines.material.opacity = dark ? 0.7 : 0.4;
    uniforms.floorColour?.value.copy(palette.floor);
    uniforms.gridColour?.value.copy(palette.grid);
    if (uniforms.floorShare) uniforms.floorShare.value = dark ? 0.75 : 0.8;
    if (uniforms.gridShare) uniforms.gridShare.value = dark ? 0.5 : 0.24;
    this.#shadow.material.color.copy(palette.shadow);
    this.#shadow.material.opacity = dark ? 0.45 : 0.22;
  }

  dispose(): void {
    this.#environment?.dispose();
    for (const part of [this.#ground, this.#lines]) {
      part.geometry.dispose();
      part.material.dispose();
    }
    this.#shadow.geometry.dispose();
    this.#shadow.material.dispose();
    this.#key.shadow.dispose();
  }
}
