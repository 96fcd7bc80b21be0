import { Judge, type Judgement } from './judge.ts';
import type { Question } from './judge-child.ts';

/** A judge is relieved after so many mutants. */
const mutantsPerJudge = 15;

/** A mutant and what is asked of it. */
export interface Task {
  readonly question: Question;
  /** It is in code that runs while modules load, so it needs a process of its own. */
  readonly isStatic: boolean;
  onJudged(judgement: Judgement): void;
}

export interface JudgingLineOptions {
  readonly simulator: string;
  /** Without a mutant this must survive; asked before a judge is relieved, lest one mutant's leavings killed the next. */
  readonly control: Question;
  next(): Task | undefined;
}

async function judgeAlone(simulator: string, { question, isStatic }: Task): Promise<Judgement> {
  const judge = new Judge(simulator, isStatic ? question.mutant : undefined);
  try {
    return await judge.ask(question);
  } finally {
    judge.end();
  }
}

/** Takes tasks until there are no more. */
export async function judgingLine(options: JudgingLineOptions): Promise<void> {
  for (;;) {
    const batch = Array.from({ length: mutantsPerJudge }, () => options.next()).filter((task) => task !== undefined);
    if (batch.length === 0) return;
    await judgeBatch(options, batch);
  }
}

/** A mutant that ended its judge is judged once more, alone. */
async function judgeBatch({ simulator, control }: JudgingLineOptions, batch: readonly Task[]): Promise<void> {
  let judge: Judge | undefined;
  const judged: { readonly task: Task; readonly judgement: Judgement }[] = [];
  for (const task of batch) {
    if (task.isStatic) {
      task.onJudged(await judgeAlone(simulator, task));
      continue;
    }
    judge ??= new Judge(simulator);
    const judgement = await judge.ask(task.question);
    if (judgement.fate === 'killed' || judgement.fate === 'survived') judged.push({ task, judgement });
    else {
      judge.end();
      judge = undefined;
      task.onJudged(await judgeAlone(simulator, task));
    }
  }
  const isSound = judge === undefined || (await judge.ask(control)).fate === 'survived';
  judge?.end();
  for (const { task, judgement } of judged) {
    const isDoubtful = !isSound && judgement.fate === 'killed';
    task.onJudged(isDoubtful ? await judgeAlone(simulator, task) : judgement);
  }
}
