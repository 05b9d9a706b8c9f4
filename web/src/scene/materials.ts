/** Materials of the scene: matte, one for each colour, coloured anew when the theme changes. */

import { Color, type Material, MeshLambertMaterial, MeshPhysicalMaterial } from "three";
import type { SceneGeom } from "../gen/messages";
import { mixed, type Shape } from "../model/scene/shapes";
import type { Palette } from "./palette";
import { Textures } from "./textures";

export type Surface = MeshPhysicalMaterial | MeshLambertMaterial;

/** How far fixed furniture is toned towards the quiet colour of the theme. */
const TONED = { dark: 0.86, light: 0.8 };

export class Materials {
  #made = new Map<string, { material: Surface; geom: SceneGeom }>();
  #waiting: Surface;
  #palette: Palette;
  #rich: boolean;
  #textures: Textures;

  /** `arrived` is called when the picture of a texture can be drawn. */
  constructor(palette: Palette, rich: boolean, arrived: () => void) {
    this.#textures = new Textures(arrived);
    this.#palette = palette;
    this.#rich = rich;
    this.#waiting = this.#surface(0.8, 0, 0.45, true);
    this.#waiting.color.copy(palette.waiting);
  }

  /** For a mesh that is still on its way. */
  get waiting(): Material {
    return this.#waiting;
  }

  /** The material of a geom; `picture` is what its texture shows, a PNG file in base 64, or nothing. */
  of(geom: SceneGeom, kind: Shape["kind"], picture = ""): Material {
    const key = [geom.body < 0, kind === "plane", ...geom.rgba, geom.roughness, geom.metallic, picture].join();
    const known = this.#made.get(key);
    if (known) return known.material;
    const material = this.#surface(geom.roughness, geom.metallic, geom.rgba[3] ?? 1, geom.body < 0 || picture !== "");
    if (picture) material.map = this.#textures.of(picture);
    this.#made.set(key, { material, geom });
    this.#colour(material, geom);
    return material;
  }

  /** Furniture is dull: a coat on large flat things mirrors the lamps of the studio. */
  #surface(roughness: number, metallic: number, alpha: number, dull: boolean): Surface {
    const seen = alpha < 0.995 ? { transparent: true, opacity: alpha } : {};
    if (!this.#rich) return new MeshLambertMaterial(seen);
    return new MeshPhysicalMaterial({
      ...seen,
      roughness: dull ? 0.9 : roughness > 0 ? Math.max(0.25, roughness) : 0.5,
      envMapIntensity: dull ? 0.45 : 1,
      metalness: Math.max(0, Math.min(1, metallic)),
      clearcoat: dull ? 0 : 0.35,
      clearcoatRoughness: 0.4,
    });
  }

  #colour(material: Surface, geom: SceneGeom): void {
    const { dark, furniture } = this.#palette;
    const quiet = furniture.getRGB({ r: 0, g: 0, b: 0 }, "srgb");
    const share = geom.body < 0 && !material.map ? TONED[dark ? "dark" : "light"] : 0;
    const [r, g, b] = mixed(geom.rgba, [quiet.r, quiet.g, quiet.b], share);
    material.color = new Color().setRGB(r, g, b, "srgb");
  }

  recolour(palette: Palette): void {
    this.#palette = palette;
    this.#waiting.color.copy(palette.waiting);
    for (const { material, geom } of this.#made.values()) this.#colour(material, geom);
  }

  dispose(): void {
    this.#textures.dispose();
    this.#waiting.dispose();
    for (const { material } of this.#made.values()) material.dispose();
    this.#made.clear();
  }
}
