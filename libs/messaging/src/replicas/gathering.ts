import { batchesAtOnce, createBatchWindow } from '@outturn/concurrency'
import { maxParts } from '../packets/packet-bounds.ts'
import { createPacketLane, type Passenger } from '../packets/packet-lane.ts'
import type { Part } from '../packets/packet.ts'
import { createRecentReplicas } from './recent-replicas.ts'

/** A command that has come. */
export type Come = Pick<Part, 'headers' | 'body'> & {
  readonly sender: string
  /** When its sender stops waiting, epoch ms. */
  readonly deadline: number
  /** Does what it asks for; must not reject. */
  begin(): Promise<void>
}

/** Lets commands of one kind begin together. */
export type Gathering = {
  /** Settles when the command is done. */
  enter(come: Come): Promise<void>
}

type Waiting = Passenger & { leave(): void }

/**
 * Where several processes ask, what each sends has few parts, and each alone would travel on with statements and packets of its own. Here
 * they wait for each other, by the rule of where requests enter the system; with one process that asks they have waited there.
 */
export function createGathering(): Gathering {
  const window = createBatchWindow({
    // What comes here has passed one process already.
    batches: batchesAtOnce - 1,
    maxSize: maxParts,
    isAtEntrance: true,
  })
  const senders = createRecentReplicas()
  const lane = createPacketLane<Waiting>({
    window,
    send: (together) => {
      for (const { leave } of together) leave()
    },
    // Who does it finds that it is too late, and says so.
    expired: ({ leave }) => leave(),
  })
  return {
    enter({ headers, body, sender, deadline, begin }) {
      const cameAt = Date.now()
      senders.saw(sender, cameAt)
      return new Promise((resolve) => {
        const leave = () => {
          void begin().finally(() => {
            const now = Date.now()
            window.settled(now, now - cameAt)
            resolve()
          })
        }
        if (senders.count(cameAt) > 1)
          lane.add({ headers, body, account: sender, deadline, isAlone: false, leave })
        else {
          window.joined(cameAt)
          leave()
        }
      })
    },
  }
}
