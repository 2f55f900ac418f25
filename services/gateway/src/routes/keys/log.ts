import type { Environment } from '@outturn/vocabulary'
import { absent, readLogCheckpoint, readLogTile, defineEndpoint, openAccess } from '@outturn/contracts'
import { readTilePath, TILE_WIDTH, type TileAddress } from '@outturn/transparency-log'
import { LRUCache } from 'lru-cache'
import { type Answer, type Call, serve, type Route } from '../../http/route.ts'
import type { GatewayInstance } from '../../deps.ts'
import { asPublic } from '../bus-call.ts'

type LogAddress = {
  readonly prefix: string
  readonly environment: Environment
  readonly checkpoint: string
  readonly tile: string
}

const logs: readonly LogAddress[] = [
  { prefix: '/log', environment: 'production', checkpoint: 'read-log-checkpoint', tile: 'read-log-tile' },
  {
    prefix: '/log/demo',
    environment: 'demo',
    checkpoint: 'read-demo-log-checkpoint',
    tile: 'read-demo-log-tile',
  },
]

/** A tile never changes once it is there, a partial one included: what is added makes another one. */
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }
const forMoments = { 'cache-control': 'public, max-age=2' }

const params = {
  level: {
    pattern: '^([0-6]|entries)$',
    description:
      'Level of a tile of hashes, 0 for those of the leaves; or `entries`, for the leaves themselves.',
  },
  index: {
    pattern: '^[0-9]{3}$',
    description:
      'Index of the tile in three digits. Longer indexes are split by `/` with an `x` before all but the last three digits, ' +
      'as in `x001/234`, and a partial tile of W entries has `.p/W` behind its index, as C2SP tlog-tiles has it.',
  },
}

/** The transparency log of each environment, in the layout of C2SP tlog-tiles. */
export function logRoutes(): readonly Route[] {
  return logs.flatMap((log) => {
    const readTile = createTileReader(log)
    const tileRoute = (segments: number) =>
      serve(
        defineEndpoint({
          operationId: log.tile,
          path: `${log.prefix}/tile/:level/${segmentNames.slice(-segments).join('/')}`,
          access: openAccess,
          summary: `Read a tile of the transparency log of ${log.environment}`,
          // The address in one segment stands for the longer ones, which the interface document has no way to write.
          isInternal: segments > 1,
          isRateLimited: false,
          params,
          success: {
            status: 200,
            description: 'Hashes of 32 bytes each, or entries, each behind its length in two bytes.',
            content: { mediaType: 'application/octet-stream' },
          },
          refuses: ['not_found'],
        }),
        readTile,
      )
    return [checkpointRoute(log), ...segmentNames.map((_, at) => tileRoute(at + 1))]
  })
}

/** Three segments of an index reach a quarter of a trillion leaves; a partial tile has one more. */
const segmentNames = [':first', ':second', ':third', ':index']

function checkpointRoute({ prefix, environment, checkpoint }: LogAddress): Route {
  return serve(
    defineEndpoint({
      operationId: checkpoint,
      path: `${prefix}/checkpoint`,
      access: openAccess,
      summary: `Read the signed checkpoint of the transparency log of ${environment}`,
      isRateLimited: false,
      success: {
        status: 200,
        description: 'How many leaves the log has under which root, as a signed note (C2SP tlog-checkpoint).',
        content: { mediaType: 'text/plain' },
      },
      refuses: ['not_found'],
    }),
    async (call) => {
      const { bus } = hosted(call, environment)
      const { checkpoint: note } = await bus.request(readLogCheckpoint, {}, asPublic(call))
      return { status: 200, body: note, contentType: 'text/plain; charset=utf-8', headers: forMoments }
    },
  )
}

/** Most full tiles that are kept; a full bundle of entries has some 60 KB. */
const mostKept = 64

function createTileReader({ environment }: LogAddress): (call: Call) => Promise<Answer> {
  const kept = new LRUCache<string, Uint8Array>({ max: mostKept })

  async function read(call: Call, path: string, tile: TileAddress): Promise<Uint8Array> {
    const known = kept.get(path)
    if (known !== undefined) return known
    const { bus } = hosted(call, environment)
    const answer = await bus.request(readLogTile, tile, asPublic(call))
    const bytes = Buffer.from(answer.tile, 'base64')
    if (tile.width === TILE_WIDTH) kept.set(path, bytes)
    return bytes
  }

  return async (call) => {
    const { level = '', first, second, third, index } = call.params
    const path = ['tile', level, first, second, third, index].filter((part) => part !== undefined).join('/')
    const tile = readTilePath(path)
    if (tile === undefined) {
      throw absent('There is no such tile in the log.', {
        remediation: 'Read the checkpoint for the size of the log, and ask for a tile within it.',
      })
    }
    const body = await read(call, path, tile)
    return { status: 200, body, contentType: 'application/octet-stream', headers: immutable }
  }
}

function hosted({ instances }: Call, environment: Environment): GatewayInstance {
  const instance = instances.of(environment)
  if (instance === undefined)
    throw absent(`This deployment does not host the log of ${environment}.`, {
      remediation: 'Ask for the log at the deployment that issued the receipt.',
    })
  return instance
}
