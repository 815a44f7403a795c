// Loaded into the service by NODE_OPTIONS: on SIGUSR2 every thread clears away what nobody holds, and the first one prints what is left.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const channel = new BroadcastChannel('memory probe');
const waitMs = 1500;
let held = {};
const left = () => {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

const say = channel.postMessage.bind(channel);
const hear = ({ data }) => {
  if (data === 'tell') {
    if (!isMainThread) say([threadId, left()]);
  } else if (isMainThread) held[data[0]] = data[1];
};
channel.addEventListener('message', hear);
channel.unref();

if (isMainThread)
  process.on('SIGUSR2', () => {
    held = { 0: left() };
    say('tell');
    setTimeout(() => console.log(`memory ${JSON.stringify({ rss: process.memoryUsage.rss(), held })}`), waitMs);
  });
