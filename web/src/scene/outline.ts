/** Outlines of what is selected: the shape drawn inside out and a little larger, where the shape itself is not. */

import {
  AlwaysStencilFunc, BackSide, type BufferGeometry, Color, Group, Mesh, MeshBasicMaterial, NotEqualStencilFunc,
  ReplaceStencilOp, ShaderMaterial, Vector2,
} from "three"; // biome-ignore format: a list of names
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";
import type { GeomMesh } from "./bodies";

const VERTEX = `
uniform vec2 size;
uniform float width;
void main() {
  vec4 at = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec2 way = (projectionMatrix * vec4(normalMatrix * normal, 0.0)).xy * size;
  at.xy += width * 2.0 * at.w * normalize(way + 1e-6) / size;
  gl_Position = at;
}`;

const FRAGMENT = `
uniform vec3 colour;
void main() {
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;

/** Vertices at one place are made one, else the larger shape would gape at its edges. */
function closed(geometry: BufferGeometry): BufferGeometry {
  const bare = geometry.clone();
  for (const name of Object.keys(bare.attributes)) if (name !== "position") bare.deleteAttribute(name);
  const whole = mergeVertices(bare, 1e-5);
  whole.computeVertexNormals();
  return whole;
}

export class Outline {
  #material: ShaderMaterial;
  #mask: MeshBasicMaterial;
  #closed = new WeakMap<BufferGeometry, BufferGeometry>();
  #owned = new Set<BufferGeometry>();
  #drawn: Group[] = [];

  /** `width` [px of the page]; `stencil` is a number of its own for each outline. */
  constructor(width: number, stencil: number) {
    this.#material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: BackSide,
      stencilWrite: true,
      stencilFunc: NotEqualStencilFunc,
      stencilRef: stencil,
      uniforms: { size: { value: new Vector2(1, 1) }, width: { value: width }, colour: { value: new Color() } },
    });
    this.#mask = new MeshBasicMaterial({
      colorWrite: false,
      depthWrite: false,
      stencilWrite: true,
      stencilFunc: AlwaysStencilFunc,
      stencilZPass: ReplaceStencilOp,
      stencilRef: stencil,
    });
  }

  /** Outline these and nothing else. */
  show(meshes: readonly GeomMesh[]): void {
    for (const group of this.#drawn) group.removeFromParent();
    this.#drawn = meshes.map((mesh) => {
      const group = new Group();
      const mask = new Mesh(mesh.geometry, this.#mask);
      mask.renderOrder = 20;
      const hull = new Mesh(this.#closedOf(mesh.geometry), this.#material);
      hull.renderOrder = 21;
      group.add(mask, hull);
      mesh.add(group);
      group.updateMatrixWorld(true);
      return group;
    });
  }

  #closedOf(geometry: BufferGeometry): BufferGeometry {
    const known = this.#closed.get(geometry);
    if (known) return known;
    const made = closed(geometry);
    this.#closed.set(geometry, made);
    this.#owned.add(made);
    return made;
  }

  /** Whether the outlines are drawn at all. */
  drawn(on: boolean): void {
    this.#material.visible = on;
    this.#mask.visible = on;
  }

  colour(colour: Color): void {
    this.#material.uniforms.colour?.value.copy(colour);
  }

  /** Size of the picture [px of the page]. */
  resize(width: number, height: number): void {
    this.#material.uniforms.size?.value.set(width, height);
  }

  dispose(): void {
    this.show([]);
    for (const geometry of this.#owned) geometry.dispose();
    this.#material.dispose();
    this.#mask.dispose();
  }
}
