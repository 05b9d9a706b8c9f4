import { lazy, Suspense } from "react";
import { ErrorBoundary, Skeleton } from "@/ui";
import css from "./PlotsSlot.module.css";

/** The drawer comes with its own chunk, when it is opened for the first time. */
const Drawer = lazy(() => import("@/plots").then(({ PlotsDrawer }) => ({ default: PlotsDrawer })));

/** Where the plots stand, below the scene. */
export function PlotsSlot() {
  return (
    <div className={css.drawer}>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton lines={3} className={css.waiting} />}>
          <Drawer />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
