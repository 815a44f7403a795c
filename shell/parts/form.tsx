import { type FormEvent, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  useForm as useHookForm,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import type * as contractSchemas from './contract-schemas.ts';
import { useFailureMessages } from '../text/failure-messages.ts';
import { AuthRefusal } from '../session/provider/failure.ts';
import { ServiceError } from '../data/service-error.ts';

type NameOf<V> = Extract<keyof V, string>;
type Faults<V, F extends string = string> = { [N in NameOf<V>]?: F | undefined };

export interface FormOptions<V, F extends string> {
  /** What stands in the fields at first. */
  values: V;
  /** What is wrong with each field. */
  check?: (values: V) => Faults<V, F> | Promise<Faults<V, F>>;
  /** A fault in words; left out: `check` answers words. */
  words?: (fault: F, name: NameOf<V>, values: V) => string;
  /** Throws what it is refused by. */
  send: (values: V) => unknown;
  /** A refusal in words; `reason` are those of its code. */
  refusal?: (error: Error, reason: string) => string;
  /** Whose fault a refusal is: one field, or a field by the refusal's code. Any other is of the whole form. */
  blame?: NameOf<V> | Readonly<Record<string, string>>;
  /** At every change, also at those by the form itself. */
  onChange?: (values: V) => void;
  /** A fault goes when one types in its field, not only when it is sent again. */
  forgives?: boolean;
}

export type FormField = UseFormRegisterReturn & { error: string | undefined };

/**
 * The one way of forms: it is checked, sent once, and what is wrong stands at its field, whoever found it; the focus goes to the first.
 * A refusal that no field is to blame for is `failure`, and in words `alert`.
 */
export function useForm<V extends object, F extends string = string>(options: FormOptions<V, F>) {
  const { ofThrown } = useFailureMessages();
  const { values, check, words, send, blame, forgives = false } = options;
  const refusal = (error: Error) => {
    const reason = ofThrown(error);
    return options.refusal?.(error, reason) ?? reason;
  };
  const ref = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const [failure, setFailure] = useState<Error>();
  const form = useHookForm({
    defaultValues: values as FieldValues,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: async (given) => {
      const errors: FieldErrors = {};
      const faults = Object.entries<string | undefined>((await check?.(given as V)) ?? {});
      for (const [name, fault] of faults)
        if (fault !== undefined && name in values) errors[name] = { type: 'check', message: fault };
      return Object.keys(errors).length === 0 ? { values: given, errors: {} } : { values: {}, errors };
    },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const { setValue, watch } = form;

  // With the words, not a task later: what one types meanwhile belongs to the field that is shown as wrong.
  useLayoutEffect(() => {
    if (submitCount > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  const tell = useEffectEvent((given: FieldValues) => options.onChange?.(given as V));
  useEffect(() => {
    // oxlint-disable-next-line react/incompatible-library -- nothing memoizes what it answers
    const { unsubscribe } = watch((given) => tell(given));
    return unsubscribe;
  }, [watch]);

  const named = typeof blame === 'string' ? blame : failure && blame?.[codeOf(failure)];
  const blamed = named !== undefined && named in values ? named : undefined;
  const submit = form.handleSubmit(async (given: FieldValues) => {
    try {
      await send(given as V);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  });
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(undefined);
    await submit(event).finally(() => (isBusy.current = false));
  };
  const errorOf = (name: NameOf<V>): string | undefined => {
    const fault = errors[name]?.message;
    if (typeof fault === 'string') return words === undefined ? fault : words(fault as F, name, form.getValues() as V);
    return failure !== undefined && name === blamed ? refusal(failure) : undefined;
  };

  const forgive = (name: NameOf<V>) => {
    form.clearErrors(name);
    if (name === blamed) setFailure(undefined);
  };
  const input = (name: NameOf<V>) => form.register(name, { onChange: () => forgives && forgive(name) });
  const set = useCallback(
    (part: Partial<V>) => {
      for (const [name, value] of Object.entries(part)) setValue(name, value);
    },
    [setValue],
  );

  return {
    /** For the `form` element. */
    props: { ref, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
    /** For an input, a select or a text area of the browser that stands alone … */
    input,
    /** … and for one with its label, hint and error. */
    field: (name: NameOf<V>): FormField => ({ ...input(name), error: errorOf(name) }),
    /** For a control of ours, that has a value and tells of another one. */
    control: <N extends NameOf<V>>(name: N) => ({
      value: watch(name as string) as V[N],
      onChange: (value: V[N]) => setValue(name as string, value),
    }),
    errorOf,
    get values() {
      return watch() as V;
    },
    set,
    reset: () => form.reset(),
    /** Nothing is wrong any more. */
    forget: () => {
      form.clearErrors();
      setFailure(undefined);
    },
    isPending: isSubmitting,
    failure: blamed === undefined ? failure : undefined,
    alert: blamed === undefined && failure !== undefined ? refusal(failure) : undefined,
  };
}

export type BodyFault = 'missing' | 'invalid' | 'tooLong';

/**
 * What a contract's schema finds wrong with a body, by field. The schemas come when they are first asked: no page's first load has
 * them. Where they cannot come, the service alone decides.
 */
export async function faultsOfBody(
  schema: keyof typeof contractSchemas,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, BodyFault>> {
  const faults: Record<string, BodyFault> = {};
  const schemas = await loadSchemas().catch(() => undefined);
  for (const { code, path } of schemas?.[schema].safeParse(body).error?.issues ?? []) {
    const name = String(path[0]);
    faults[name] ??= body[name] === '' ? 'missing' : code === 'too_big' ? 'tooLong' : 'invalid';
  }
  return faults;
}

async function loadSchemas() {
  const { config } = await import('zod');
  // A schema tries `eval` when it is made, which the page's content policy refuses and reports.
  config({ jitless: true });
  return import('./contract-schemas.ts');
}

function codeOf(error: Error): string {
  if (error instanceof AuthRefusal) return error.failure.code;
  return error instanceof ServiceError ? error.code : '';
}
