import { counted } from '../text/cut-text.ts';
import { cutToWidth } from '../text/fit-text.ts';
import type { Style } from '../text/style.ts';

/** How far a run is. */
export interface ProgressState {
  readonly total: number;
  readonly done: number;
  readonly red: number;
  readonly passedMs: number;
  /** Undefined: not known yet. */
  readonly leftMs: number | undefined;
  /** Failing rules that are run again to measure their causes; undefined: rules are decided. */
  readonly suspects: number | undefined;
  /** The rules that run, the one that began first before the others. */
  readonly running: readonly string[];
}

const barWidth = 20;

/** One line for a terminal: `██████░░░░ 231/742  70 s, about 120 s left  12 red  chat.body.model.type`. */
export function progressBar(state: ProgressState, style: Style, columns: number): string {
  const { total, done } = state;
  const full = total === 0 ? 0 : Math.floor((done * barWidth) / total);
  const bar = `${style.green('█'.repeat(full))}${style.dim('░'.repeat(barWidth - full))}`;
  const text = `${done}/${total} · ${partsOf(state).join(' · ')}`;
  return `${bar} ${cutToWidth(text, columns - barWidth - 2)}`;
}

/** One line for a file: `231 of 742 rules decided · 70 s, about 120 s left · 12 red · chat.body.model.type`. */
export function progressSentence(state: ProgressState): string {
  return [`${state.done} of ${counted(state.total, 'rule')} decided`, ...partsOf(state)].join(' · ');
}

function partsOf({ red, passedMs, leftMs, suspects, running }: ProgressState): string[] {
  const [first, ...others] = running;
  const left = leftMs === undefined ? '' : `, about ${inSeconds(leftMs)} left`;
  return [
    `${inSeconds(passedMs)}${left}`,
    ...(red === 0 ? [] : [`${red} red`]),
    ...(suspects === undefined ? [] : [`measuring the causes of ${counted(suspects, 'failing rule')}`]),
    ...(first === undefined ? [] : [others.length === 0 ? first : `${first} and ${others.length} more`]),
  ];
}

function inSeconds(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
