import { create } from "zustand";

/** Whether controls explain themselves instead of acting: "What is this?". */
export const useExplain = create<{ on: boolean }>(() => ({ on: false }));

export const setExplain = (on: boolean): void => useExplain.setState({ on });
