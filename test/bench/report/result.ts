/** What a run of the benchmark found; the content of bench.json. What was left out of the run is empty. */
export interface BenchResult {
  measured_at: string
  /** A quick run is for looking at a change, not for quoting. */
  quick: boolean
  machine: { cpu: string; cores: number; node: string; postgres: string; load_average: number }
  workload: { rows: number; units: number; checkers: string[]; rounds: number }
  programs: ProgramResult[]
  /** The system, in each of its layouts, over each other program at each level. */
  ratios: RatioResult[]
  arrivals: ArrivalsResult[]
  bars: Bar[]
  /** What runs while no one asks for anything. */
  idle: { cpu_ms_per_s: Record<string, number>; commits_per_s: number; messages_per_s: number | null }
  evidence: EvidenceResult[]
  workers: WorkersResult[]
  /** The steps in the life of a Spool, after a one-call verification measured with them. */
  life: OperationResult[]
  receipts: ReceiptsResult | null
  /** The processes of the layout of `npm start` while no one asks for anything. */
  rest: RestResult[]
}

/** CPU ms for each request, by process, `autovacuum` apart from `postgres` where it is told; empty where the machine does not tell. */
export type CpuPerRequest = Record<string, number>

export interface ProgramResult {
  name: string
  levels: LevelResult[]
}

/** One program with so many requests in flight; the median of the rounds where nothing else is said. */
export interface LevelResult {
  in_flight: number
  requests_per_s: number
  requests_per_s_rounds: number[]
  /** Over all rounds. */
  p50_ms: number
  p99_ms: number
  cpu_ms_per_request: CpuPerRequest
  /** Of all its processes together. */
  cpu_ms_per_request_rounds: number[]
  commits_per_request: number
  /** Null where the bus is not ours to ask. */
  messages_per_request: number | null
  failed_requests: number
}

/** The system over another program; the medians of the ratios of each round. */
export interface RatioResult {
  system: string
  program: string
  in_flight: number
  cpu: number
  requests_per_s: number
  /** Of the p50 over all rounds. */
  p50: number
}

/** Requests that arrive by themselves; latencies count from the arrival. */
export interface ArrivalsResult {
  program: string
  /** Of the most requests/s that the program answered at any level. */
  share_of_capacity: number
  arrivals_per_s: number
  p50_ms: number
  p99_ms: number
  failed_requests: number
}

export interface EvidenceResult {
  rows: number
  program: string
  /** At 1 in flight. */
  p50_ms: number
  in_flight: number
  requests_per_s: number
  cpu_ms_per_request: CpuPerRequest
  failed_requests: number
}

/** A plan that costs much to judge, with so many workers. */
export interface WorkersResult {
  workers: number
  in_flight: number
  /** Processors that all processes but the workers were kept to; null where that cannot be done. */
  processors_of_others: number | null
  requests_per_s: number
  p50_ms_loaded: number
  /** Workers but the first are named by their number. */
  cpu_ms_per_request: CpuPerRequest
  /** Of the CPU of all workers, worker by worker. */
  share_by_worker: number[]
  failed_requests: number
}

export interface OperationResult {
  name: string
  /** At 1 in flight, over all rounds. */
  p50_ms: number
  /** Of everything below. */
  in_flight: number
  p50_ms_loaded: number
  requests_per_s: number
  cpu_ms_per_request: CpuPerRequest
  commits_per_request: number
  /** Null where the bus is not ours to ask. */
  messages_per_request: number | null
  failed_requests: number
}

/** What it costs others to check a receipt. */
export interface ReceiptsResult {
  /** Of the receipt, all of them in it. */
  units: number
  verifiers: VerifierResult[]
  page: PageResult
}

export interface VerifierResult {
  verifier: string
  /** On one core; null where the machine cannot run it. */
  per_second: number | null
}

export interface PageResult {
  html_bytes: number
  html_gzip_bytes: number
  /** The script, verifier included, and the stylesheet. */
  files_bytes: number
  files_gzip_bytes: number
  /** From the request on, with nothing cached; null where there is no browser. */
  readable_ms: number | null
  verified_ms: number | null
}

/** What one program of the system takes at rest; memory in megabytes of 1024² bytes. */
export interface RestResult {
  name: string
  /** With the shells that guard it. */
  processes: number
  rss_mb: number
  /** What its processes share is counted once. */
  rss_shared_once_mb: number
  pss_mb: number
  cpu_ms_per_s: number
  wake_ups_per_s: number
}

/** A goal; missing it fails nothing. */
export interface Bar {
  name: string
  goal: string
  measured: number
  met: boolean
}
