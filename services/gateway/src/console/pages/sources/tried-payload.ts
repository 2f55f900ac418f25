import type { CommandOutput, testSource } from '@outturn/contracts'
import { html, note, table } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { rejectionText, timeOf } from './source-words.ts'

/** What a payload would become. */
export function triedResult({ facts, rejected }: CommandOutput<typeof testSource>): ComponentChildren {
  return [
    note(
      facts.length === 0 ? 'warn' : 'good',
      `${counted(facts.length, 'fact')}, ${counted(rejected.length, 'element')} rejected. Nothing was stored.`,
      'tried',
    ),
    facts.length === 0
      ? null
      : table(
          'Facts',
          ['Subject', 'Predicate', 'Value', 'Time', 'Spool'],
          facts.map((fact) => [
            html`<bdi dir="auto">${fact.subject}</bdi>`,
            html`<bdi dir="auto">${fact.predicate}</bdi>`,
            html`<bdi dir="auto">${String(fact.value)}</bdi>`,
            timeOf(fact.occurred_at),
            html`<span class="mono small">${fact.spool_id}</span>`,
          ]),
        ),
    rejected.length === 0
      ? null
      : table(
          'Rejected elements',
          [{ name: 'Element', isNumber: true }, 'Reason', 'Pointer'],
          rejected.map(({ index, code, pointer }) => [
            String(index),
            rejectionText(code),
            html`<bdi dir="auto" class="mono small">${pointer ?? '–'}</bdi>`,
          ]),
        ),
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
