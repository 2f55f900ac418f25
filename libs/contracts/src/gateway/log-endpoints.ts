import type { Environment } from '@outturn/vocabulary'
import { openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

/** Address of the transparency log of each environment. */
const logs = {
  production: { prefix: '/log', checkpoint: 'read-log-checkpoint', tile: 'read-log-tile' },
  demo: { prefix: '/log/demo', checkpoint: 'read-demo-log-checkpoint', tile: 'read-demo-log-tile' },
} as const satisfies Record<Environment, object>

const params = {
  level: {
    pattern: '^([0-6]|entries)$',
    description: 'Level of the tile: 0 for the hashes of the leaves, or `entries` for the leaves themselves.',
  },
  index: {
    pattern: '^[0-9]{3}$',
    description:
      'Index of the tile in three digits. A longer index is split by `/`, with an `x` before all but the last three digits, ' +
      'as in `x001/234`. The index of a partial tile of W entries ends in `.p/W`. C2SP tlog-tiles specifies both.',
  },
}

/** The signed checkpoint of the log of an environment. */
export function readLogCheckpointOf(environment: Environment) {
  return checkpointAt(environment, logs[environment].prefix, false)
}

/** The same of a log that followed another one, under its number: an address never serves two logs. */
export function readNumberedCheckpointOf(environment: Environment) {
  return checkpointAt(environment, `${logs[environment].prefix}/:log`, true)
}

function checkpointAt(environment: Environment, prefix: string, isInternal: boolean) {
  return defineEndpoint({
    operationId: logs[environment].checkpoint,
    path: `${prefix}/checkpoint`,
    isInternal,
    access: openAccess,
    tag: 'Keys and log',
    summary: `Read the signed checkpoint of the transparency log of ${environment}`,
    description:
      'Returns the signed size and root hash of the log in which every receipt stands. Keep checkpoints and compare them: a log that was rewritten does not fit an earlier one.',
    isRateLimited: false,
    success: {
      status: 200,
      description: 'Size and root hash of the log, as a signed note (C2SP tlog-checkpoint).',
      content: { mediaType: 'text/plain' },
    },
    refuses: ['not_found'],
  })
}

/** Three segments of an index reach a quarter of a trillion leaves; a partial tile has one more. */
const segmentNames = [':first', ':second', ':third', ':index']

/**
 * A tile of the log of an environment, once for each number of segments that its index can have. The address in one segment
 * stands for the longer ones, which the interface document has no way to write.
 */
export function readLogTilesOf(environment: Environment) {
  return tilesAt(environment, logs[environment].prefix, false)
}

/** The same of a log that followed another one, under its number. */
export function readNumberedTilesOf(environment: Environment) {
  return tilesAt(environment, `${logs[environment].prefix}/:log`, true)
}

function tilesAt(environment: Environment, prefix: string, isInternal: boolean) {
  return segmentNames.map((_, at) =>
    defineEndpoint({
      operationId: logs[environment].tile,
      path: `${prefix}/tile/:level/${segmentNames.slice(-(at + 1)).join('/')}`,
      access: openAccess,
      tag: 'Keys and log',
      summary: `Read a tile of the transparency log of ${environment}`,
      description:
        'Returns one tile of the tree of the log, from which anyone proves that a receipt is in it. A full tile never changes and may be cached for good.',
      isInternal: isInternal || at > 0,
      isRateLimited: false,
      params,
      success: {
        status: 200,
        description: 'Hashes of 32 bytes each, or entries, each preceded by its length in two bytes.',
        content: { mediaType: 'application/octet-stream' },
      },
      refuses: ['not_found'],
    }),
  )
}
