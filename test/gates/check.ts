// `npm run check`: format, lint, types and import boundaries, without running anything.
import { runGates } from './gates.ts'

const { passed, failed } = await runGates()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
