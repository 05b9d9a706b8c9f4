import { type ComponentType, lazy, Suspense } from "react";
import { ErrorBoundary, Skeleton } from "@/ui";
import css from "./PlotsSlot.module.css";

/** The drawer comes with its own chunk, when it is opened for the first time. */
const found = import.meta.glob<{ PlotsDrawer: ComponentType }>("../plots/index.ts");

const Drawer = lazy(async () => {
  const load = found["../plots/index.ts"];
  const made = load ? await load() : undefined;
  return { default: made?.PlotsDrawer ?? (() => null) };
});

export function PlotsSlot() {
  return (
    <div className={css.drawer} data-testid="plots-drawer">
      <ErrorBoundary>
        <Suspense fallback={<Skeleton lines={3} className={css.waiting} />}>
          <Drawer />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
