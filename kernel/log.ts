/** The log: what is secret in a request never comes into it. */
import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys that some senders put into the address, and the tokens of invitations. */
const secret = /([?&](?:apikey|token|key|access_token)=)[^&]*|(\/invitations\/)[^/?]+/gi;

export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: ({ method, url, id }: { method: string; url: string; id: string }) => ({
          id,
          method,
          url: url.replace(secret, '$1$2…'),
        }),
      },
    },
    ...(to ? [to] : []),
  );
