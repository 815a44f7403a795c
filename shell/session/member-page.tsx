import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useDocumentTitle } from '../text/document-title.ts';
import { useSession } from './session.ts';
import { SignInPrompt } from './sign-in-prompt.tsx';

export interface MemberPageProps {
  title: string;
  subtitle: string;
  /** The page above this one. */
  back: { to: string; label: string };
  /** What a visitor is told. */
  signedOut: { title: string; text: string };
  skeleton: ReactNode;
  children: ReactNode;
}

/** A page below another one that only somebody signed in can use; others stay on it, and are told how. */
export function MemberPage({ title, subtitle, back, signedOut, skeleton, children }: MemberPageProps) {
  const session = useSession();
  useDocumentTitle(title);
  return (
    <>
      <Link
        to={back.to}
        className="inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {back.label}
      </Link>
      <PageHeader title={title} subtitle={subtitle} />
      {session.status === 'loading' && skeleton}
      {session.status === 'signed-out' && (
        <Card>
          <SignInPrompt {...signedOut} />
        </Card>
      )}
      {session.status === 'signed-in' && children}
    </>
  );
}
