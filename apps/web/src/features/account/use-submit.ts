import { type FormEvent, useState } from 'react';
import { fieldText } from '../../platform/field-text.ts';

export interface Submission<P extends string, F> {
  pending: boolean;
  problems: Partial<Record<string, P>>;
  failure: F | undefined;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

type Checks<P> = Record<string, P | undefined>;
type Result<F> = { ok: true } | { ok: false; failure: F };

/** A form that checks its fields, sends once, and keeps what went wrong; the focus goes to the first field to mend. */
export function useSubmit<P extends string, F>(
  check: (field: (name: string) => string) => Checks<P>,
  send: (field: (name: string) => string) => Promise<Result<F>>,
): Submission<P, F> {
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Checks<P>>({});
  const [failure, setFailure] = useState<F>();

  const run = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const field = (name: string) => fieldText(data, name);
    const found = check(field);
    setProblems(found);
    setFailure(undefined);
    const first = Object.keys(found).find((name) => found[name] !== undefined);
    if (first !== undefined) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setPending(true);
    try {
      const result = await send(field);
      if (!result.ok) setFailure(result.failure);
    } finally {
      setPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending) void run(event.currentTarget);
  };

  return { pending, problems, failure, submit };
}
