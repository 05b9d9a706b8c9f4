/** Pictures on shapes, such as markers. They are decoded beside the drawing, and a shape is plain until its picture is there. */

import { NearestMipmapLinearFilter, SRGBColorSpace, Texture } from "three";

export class Textures {
  #made = new Map<string, Texture>();
  #arrived: () => void;

  /** `arrived` is called when a picture can be drawn. */
  constructor(arrived: () => void) {
    this.#arrived = arrived;
  }

  /** The texture of a PNG file in base 64. */
  of(data: string): Texture {
    const known = this.#made.get(data);
    if (known) return known;
    const texture = new Texture();
    texture.colorSpace = SRGBColorSpace;
    texture.minFilter = NearestMipmapLinearFilter;
    texture.anisotropy = 4;
    texture.flipY = false; // a bitmap is turned when it is made
    this.#made.set(data, texture);
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: "image/png" }), { imageOrientation: "flipY" })
      .then((bitmap) => {
        texture.image = bitmap;
        texture.needsUpdate = true;
        this.#arrived();
      })
      // without its picture a shape is merely plain
      .catch(() => undefined);
    return texture;
  }

  dispose(): void {
    for (const texture of this.#made.values()) texture.dispose();
    this.#made.clear();
  }
}
