import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** Within a page the navigation around it stays. */
  inPage?: boolean;
  /** Instead of words about it: for a part that the page can do without. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  caught: { error: unknown } | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return <ErrorScreen error={caught.error} inPage={this.props.inPage === true} />;
  }
}
