import { type Command, Option } from 'commander';
import { wholeNumber } from '../numbers.ts';
import { recordedFlags } from '../recorded-flags.ts';

/** The options that say which receiver is tested. */
export interface ReceiverTargetFlags {
  readonly url?: string;
  readonly secret?: string;
  readonly previousSecret?: string;
  readonly otherSecret?: string;
  readonly observer?: string;
  readonly restart?: string;
  readonly prefix?: string;
  readonly ca?: string;
  readonly requestTimeout?: number;
}

/** Adds the options that name a receiver, under a heading of their own. */
export function withReceiverFlags(command: Command): Command {
  const options = [
    new Option('--url <url>', 'URL of the receiver'),
    new Option('--secret <secret>', 'signing secret that the receiver was given (default: $GATEPROOF_WEBHOOK_SECRET)'),
    new Option(
      '--previous-secret <secret>',
      'previous secret, when it was given both (default: $GATEPROOF_PREVIOUS_WEBHOOK_SECRET)',
    ),
    new Option(
      '--other-secret <secret>',
      'secret of another endpoint of the same receiver (default: $GATEPROOF_OTHER_WEBHOOK_SECRET)',
    ),
    new Option('--restart <command>', 'restarts the receiver, and ends once that is done; run by a shell'),
    new Option('--observer <url>', 'answers GET ?event=ID with {"count": N}: how often that event had an effect'),
    new Option('--prefix <word>', "the service's prefix in header names (default: svc)"),
    new Option('--ca <file>', "PEM file of the authority that signed the receiver's certificate"),
    new Option('--request-timeout <ms>', 'longest wait for one answer, in milliseconds (default: 12000)').argParser(
      wholeNumber(1, 60_000),
    ),
  ];
  for (const option of options) command.addOption(option.helpGroup('Receiver:'));
  return command;
}

/** The flags that a result document kept. Secrets are never among them. */
export function parseReceiverFlags(recorded: readonly string[]): ReceiverTargetFlags {
  return recordedFlags<ReceiverTargetFlags>(recorded, withReceiverFlags);
}
