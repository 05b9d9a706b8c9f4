import { Component, type ReactNode } from "react";
import { words } from "@/words";
import { ErrorBox } from "./states";

/** Props of {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of it clears the error, e.g. the path of the page. */
  of?: string;
}

/** Keeps a failure inside the part that failed: it alone shows the message and Retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.of !== this.props.of && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ErrorBox message={words().common.failed} detail={error.message} onRetry={() => this.setState({ error: null })} />
    );
  }
}
