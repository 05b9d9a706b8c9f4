import type { StoreApi } from "zustand";

/** What an editor of a document keeps, as far as saving and drafts go. */
export interface EditedState<D> {
  readonly doc: D;
  readonly dirty: boolean;
  readonly saved: { readonly version: string; readonly doc: D } | null;
  markSaved: (version: string, doc?: D) => void;
}

export type EditedStore<D> = Pick<StoreApi<EditedState<D>>, "getState" | "subscribe">;
