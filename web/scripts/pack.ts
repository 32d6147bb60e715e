/** Packs what was built, so that the server need not: each text gets a .br and a .gz beside it. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/

function packed(file: string): void {
  const body = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }))
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
}

export function pack(): Plugin {
  let folder = ''
  return {
    name: 'waterhole-pack',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true }).map(String)
      for (const file of files.filter((name) => TEXT.test(name))) packed(join(folder, file))
    },
  }
}
