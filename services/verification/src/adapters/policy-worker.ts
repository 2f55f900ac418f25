import { readJson } from '@outturn/canonical'
import {
  compile,
  confirm,
  draft,
  findProblems,
  type ReadingResult,
  resolve,
  rewrites,
} from './policy-reading.ts'

const readings = { draft, confirm, compile, resolve, findProblems, rewrites }

/** What can be read of a text. */
export type ReadingName = keyof typeof readings

/**
 * Reads a text in a thread. What is copied to or from a thread loses the digits of its exact numbers, and a text does not: the task and
 * the result are JSON.
 */
export function readApart({ name, taskText }: { name: ReadingName; taskText: string }): string {
  const read = readings[name] as (task: unknown) => ReadingResult<unknown>
  return JSON.stringify(read(readJson(taskText)))
}
