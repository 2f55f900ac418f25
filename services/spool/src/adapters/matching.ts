import {
  type CommandInput,
  type CommandOutput,
  matchClaims,
  readMatchRows,
  readMatchRowsAt,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { SpoolDeps } from '../deps.ts'
import { onBehalfOf } from './on-behalf-of.ts'

/** Has verification match the claims of a Spool with its facts, once for each id of a run. */
export async function matchedClaims(
  { bus }: Pick<SpoolDeps, 'bus'>,
  run: CommandInput<typeof matchClaims>,
  context: CommandContext,
): Promise<CommandOutput<typeof matchClaims>> {
  const matched = await bus.request(matchClaims, run, onBehalfOf(context))
  failPoint('spool.after-match')
  return matched
}

/** Rows of a recorded match. */
export async function matchRows(
  { bus }: Pick<SpoolDeps, 'bus'>,
  page: CommandInput<typeof readMatchRows>,
  context: CommandContext,
): Promise<CommandOutput<typeof readMatchRows>['rows']> {
  return (await bus.request(readMatchRows, page, onBehalfOf(context))).rows
}

/** Single rows of a recorded match by their places. */
export async function matchRowsAt(
  { bus }: Pick<SpoolDeps, 'bus'>,
  rows: CommandInput<typeof readMatchRowsAt>,
  context: CommandContext,
): Promise<CommandOutput<typeof readMatchRowsAt>['rows']> {
  return (await bus.request(readMatchRowsAt, rows, onBehalfOf(context))).rows
}
