// The rule sets as the service describes them, read once and shared by every screen.
import { engine } from './engine';
import { Unreachable } from './http';
import type { RuleSet, RuleSetBrief } from './types-rules';

const known = $state<{ list: RuleSetBrief[]; sets: Record<string, RuleSet>; unreachable: boolean }>({
  list: [],
  sets: {},
  unreachable: false,
});
const asked = new Map<string, Promise<void>>();

async function once(name: string, read: () => Promise<void>): Promise<void> {
  const running = asked.get(name) ?? read();
  asked.set(name, running);
  try {
    await running;
    known.unreachable = false;
  } catch (error) {
    asked.delete(name);
    if (!(error instanceof Unreachable)) throw error;
    known.unreachable = true;
  }
}

export function loadRuleSets(): Promise<void> {
  return once('', async () => {
    known.list = await engine.ruleSets();
  });
}

export function loadRuleSet(key: string): Promise<void> {
  return once(key, async () => {
    known.sets[key] = await engine.ruleSet(key);
  });
}

export function ruleSets(): RuleSetBrief[] {
  return known.list;
}

export function ruleSet(key: string): RuleSet | null {
  return known.sets[key] ?? null;
}

export function rulesUnreachable(): boolean {
  return known.unreachable;
}
