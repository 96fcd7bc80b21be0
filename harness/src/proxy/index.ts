export { type JudgingProxy, openProxy, type ProxyOptions } from './open-proxy.ts';
