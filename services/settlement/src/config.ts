import { commonConfig, defineConfig } from '@outturn/service'

export const settlementConfig = defineConfig(commonConfig)
