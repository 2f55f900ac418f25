import type { Spool, SpoolEvent } from '@outturn/sdk'
import { shown } from '../terminal/shown.ts'

/** An event for people: its time, what happened, and which party did it. */
export function eventLine({ at, type, actor }: SpoolEvent, parties: Spool['parties']): string {
  const party = parties.find(({ party_id: id }) => id === actor.party_id)
  return `${at}  ${shown(type)}  ${party?.role ?? actor.kind}`
}
