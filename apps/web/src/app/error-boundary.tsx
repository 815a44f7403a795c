import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** Within a page the navigation around it stays. */
  inPage?: boolean;
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
    return <ErrorScreen error={caught.error} inPage={this.props.inPage === true} />;
  }
}
