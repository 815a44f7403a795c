/** Traces for OpenTelemetry: what sends them is loaded only where an endpoint is set; without one a span is the work itself. */
import { channel } from 'node:diagnostics_channel';
import {
  type Attributes,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Sql } from './db.ts';

/** A no-op until `openTracing` has registered one. */
const tracer = trace.getTracer('wattershed');

const fail = (span: Span, error: unknown): void => {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  // The message may hold what somebody said: the kind of the error is enough.
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Work that nobody waits for by name, such as a job or a batch of many senders: a trace of its own. */
export const inOwnSpan = <T>(name: string, attributes: Attributes, work: () => PromiseLike<T> | T): Promise<T> =>
  tracer.startActiveSpan(name, { attributes, root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });

export interface Tracing {
  followRequests(app: FastifyInstance): void;
  /** The same connections, with a span for each statement. */
  readonly followStatements: (sql: Sql) => Sql;
  stop(): Promise<void>;
}

const sendMs = 5_000;

/** `OTEL_…` as OpenTelemetry defines them: its own parts read headers, sampler and attributes from the environment. */
export const openTracing = async (
  config: Pick<Config, 'OTEL_SERVICE_NAME' | 'TRUST_PROXY'>,
  version: string,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing> => {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const tell = (message: string): void => log.warn(`OpenTelemetry: ${message}`);
  diag.setLogger({ error: tell, warn: tell, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: sendMs }))],
  });
  provider.register();
  const leave = followCalls();
  return {
    followRequests: (app) => followRequests(app, config.TRUST_PROXY !== false),
    followStatements,
    stop: async () => {
      leave();
      await provider.shutdown().catch((error: unknown) => tell(String(error)));
    },
  };
};

// Requests that come in.

const followRequests = (app: FastifyInstance, believesCallers: boolean): void => {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    // A visitor does not decide what is traced; a proxy of ours may.
    const parent = believesCallers ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'wattershed.request_id': request.id,
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    const { traceId, spanId } = span.spanContext();
    request.log = reply.log = request.log.child({ trace_id: traceId, span_id: spanId });
    context.with(trace.setSpan(parent, span), done);
  });
  // The body came by events of the connection, which know nothing of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
};

// Statements. The name is that of the function or the table; what is asked about stays out.

interface Query extends Promise<unknown> {
  readonly strings?: readonly string[] | string;
  readonly executed: boolean;
  readonly cursorFn?: unknown;
  handle: (this: Query) => Promise<void>;
}

const named = /\b(?:private|public|auth|storage)\.\w+|(?<=\b(?:from|into|update)\s+)\w+/i;

const summaryOf = ({ strings }: Query): string => {
  const text = (Array.isArray(strings) ? strings.join(' ') : String(strings ?? '')).trim();
  const [verb = 'statement'] = /^\w+/.exec(text) ?? [];
  return [verb.toLowerCase(), named.exec(text)?.[0] ?? ''].join(' ').trim();
};

/** The driver begins a statement when somebody waits for it; a fragment of another one never begins. */
const followQuery = (query: Query): Query => {
  const { handle: begin } = query;
  query.handle = function (this: Query) {
    if (!this.executed && this.cursorFn === undefined) {
      const summary = summaryOf(this);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
      const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes });
      const failed = (error: unknown): void => {
        fail(span, error);
        span.end();
      };
      void Promise.prototype.then.call(this, () => span.end(), failed);
    }
    return begin.call(this);
  };
  return query;
};

const isQuery = (made: unknown): made is Query => made instanceof Promise && 'handle' in made;

const followStatements = <S extends Sql>(sql: S): S =>
  new Proxy(sql, {
    apply: (target, self, args) => {
      const made: unknown = Reflect.apply(target, self, args);
      return isQuery(made) ? followQuery(made) : made;
    },
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name === 'unsafe') return (...args: unknown[]) => followQuery((value as (...a: unknown[]) => Query)(...args));
      if (name !== 'begin' && name !== 'savepoint') return value;
      return (...args: unknown[]) => {
        const work = args.pop() as (tx: S) => unknown;
        return (value as (...a: unknown[]) => unknown)(...args, (tx: S) => work(followStatements(tx)));
      };
    },
  });

// Requests that go out: whom they ask, never what for.

interface Asked {
  readonly request: object & { readonly method?: string; readonly origin?: string; readonly host?: string };
  readonly response?: { readonly statusCode?: number };
  readonly error?: unknown;
}

/** What Node tells of its two clients: `fetch`, and `http.request`. */
const clientEvents = [
  { begin: 'undici:request:create', answer: 'undici:request:headers', fault: 'undici:request:error' },
  { begin: 'http.client.request.start', answer: 'http.client.response.finish', fault: 'http.client.request.error' },
];

const followCalls = (): (() => void) => {
  const spans = new WeakMap<object, Span>();
  const begin = (message: unknown): void => {
    const { request } = message as Asked;
    const address = request.origin ? new URL(request.origin).host : (request.host ?? '');
    const attributes = { 'http.request.method': request.method ?? 'GET', 'server.address': address };
    spans.set(request, tracer.startSpan(`${request.method} ${address}`, { kind: SpanKind.CLIENT, attributes }));
  };
  const answer = (message: unknown): void => {
    const { request, response } = message as Asked;
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', response?.statusCode ?? 0);
    span?.end();
  };
  const fault = (message: unknown): void => {
    const { request, error } = message as Asked;
    const span = spans.get(request);
    if (span) fail(span, error);
    span?.end();
  };
  const pairs = clientEvents.flatMap((names) => [
    [channel(names.begin), begin] as const,
    [channel(names.answer), answer] as const,
    [channel(names.fault), fault] as const,
  ]);
  for (const [to, hear] of pairs) to.subscribe(hear);
  return () => {
    for (const [to, hear] of pairs) to.unsubscribe(hear);
  };
};
