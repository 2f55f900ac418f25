import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { archivedNames, type BackupFolder } from './backup-folder.ts'
import type { Manifest } from './manifest.ts'
import { isSegment, type Line, placeOf, timelineOf } from './wal-segments.ts'

const historyName = /^([0-9A-F]{8})\.history$/

/** The timelines that a history names, oldest first, each with the place at which the next one leaves it. */
export function parseHistory(text: string): Line {
  return text.split('\n').flatMap((row) => {
    const [, timeline, high = '', low = ''] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)\s/i.exec(row) ?? []
    if (timeline === undefined) return []
    const leftAt = BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`)
    return [{ timeline: Number(timeline), leftAt }]
  })
}

/** Every timeline of which the archive or a backup has something, oldest first. */
export async function knownTimelines(
  folder: BackupFolder,
  backups: readonly { readonly manifest: Pick<Manifest, 'first_segment'> }[],
): Promise<number[]> {
  const names = [...(await archivedNames(folder)), ...backups.map(({ manifest }) => manifest.first_segment)]
  const found = names.flatMap((name) => {
    const hex = historyName.exec(name)?.[1]
    if (hex !== undefined) return [Number.parseInt(hex, 16)]
    return isSegment(name) ? [timelineOf(name)] : []
  })
  return [...new Set(found)].toSorted((left, right) => left - right)
}

/** A timeline with those that it came from, as far as the archive has its history; the first one needs none. */
export async function lineTo(folder: BackupFolder, timeline: number): Promise<Line> {
  return [...(await ancestorsOf(folder, timeline)), { timeline, leftAt: null }]
}

/** Says where a timeline began and which ones it came from. */
export function historyFileOf(timeline: number): string {
  return `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
}

async function ancestorsOf({ wal }: BackupFolder, timeline: number): Promise<Line> {
  try {
    return parseHistory(gunzipSync(await readFile(join(wal, `${historyFileOf(timeline)}.gz`))).toString())
  } catch {
    // It began before anything was archived, or its history is damaged: then a restore begins on it or ends before it.
    return []
  }
}

/** Whether a restore of this backup can follow the line: its own timeline is of it, and was not left before the backup ended. */
export function isOnLine(
  line: Line,
  { last_segment: last, wal_segment_bytes: bytes }: Pick<Manifest, 'last_segment' | 'wal_segment_bytes'>,
): boolean {
  const own = line.find(({ timeline }) => timeline === timelineOf(last))
  if (own === undefined) return false
  return own.leftAt === null || placeOf(last, bytes) <= own.leftAt / BigInt(bytes)
}
