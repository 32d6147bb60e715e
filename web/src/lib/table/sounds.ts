/** Small sounds, made on the spot; only where the player wants them. */

import { settings } from '../app/settings.svelte'
import type { Frame } from './frames'

type Note = [frequency: number, at: number, long: number]

const SOUNDS: Record<string, Note[]> = {
  placed: [[330, 0, 0.08]],
  swapped: [
    [300, 0, 0.07],
    [380, 0.08, 0.07],
  ],
  carried: [
    [262, 0, 0.12],
    [330, 0.1, 0.12],
    [392, 0.2, 0.2],
  ],
  eaten: [
    [180, 0, 0.1],
    [130, 0.09, 0.18],
  ],
  closed: [[110, 0, 0.35]],
  knocked: [
    [160, 0, 0.05],
    [160, 0.14, 0.05],
  ],
  sudden_death: [
    [220, 0, 0.2],
    [208, 0.2, 0.2],
    [196, 0.4, 0.4],
  ],
  match_over: [
    [392, 0, 0.15],
    [494, 0.15, 0.15],
    [587, 0.3, 0.4],
  ],
  turn: [
    [523, 0.15, 0.1],
    [659, 0.27, 0.14],
  ],
}

let context: AudioContext | null = null

export function play(frame: Frame): void {
  if (!settings.sound || document.visibilityState === 'hidden') return
  for (const { event } of frame.events) sound(event)
  if (frame.toMove !== null && frame.toMove === frame.seat) sound('turn')
}

function sound(name: string): void {
  context ??= new AudioContext()
  for (const [frequency, at, long] of SOUNDS[name] ?? []) tone(context, frequency, at, long)
}

function tone(context: AudioContext, frequency: number, at: number, long: number): void {
  const start = context.currentTime + at
  const [source, volume] = [context.createOscillator(), context.createGain()]
  source.type = 'triangle'
  source.frequency.value = frequency
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long)
  source.connect(volume).connect(context.destination)
  source.start(start)
  source.stop(start + long + 0.05)
}
