/** What happened at a table, in words. */

import type * as events from '$lib/wire/events'
import { animalLed, animalPoints, type Deck, herd, speciesName } from './cards'
import type { Key, Values } from './keys'
import { listed, number, t } from './words.svelte'

/** Who sits where, and for whom it is told. */
export interface Scene {
  names: readonly string[]
  you: number | null
  /** The table's own deck of Tembo; null is the one in the box. */
  deck: Deck | null
}

type Told<Event extends events.GameEvent> = (event: Event, scene: Scene) => string
type Tellers = {
  [Kind in events.GameEvent['event']]: Told<Extract<events.GameEvent, { event: Kind }>>
}

/** An event as a sentence; empty for one that a newer server knows and we do not. */
export function tell(event: events.GameEvent, scene: Scene): string {
  const teller = TELLERS[event.event] as Told<events.GameEvent> | undefined
  return teller?.(event, scene) ?? ''
}

/** A move and all that came of it. That somebody draws up again goes without saying. */
export function tellAll(happened: readonly events.GameEvent[], scene: Scene): string {
  const telling = happened.filter(({ event }) => event !== 'drew')
  return telling
    .map((event) => tell(event, scene))
    .filter(Boolean)
    .join(' ')
}

const TELLERS: Tellers = {
  placed: (event, scene) => {
    const animals = listed(event.numbers.map((each) => animalLed(each, scene.deck)))
    return of('log.placed', event.seat, scene, { animals, crossing: event.crossing })
  },
  carried: (event, scene) => {
    const { crossing, animals } = event
    const values = { crossing, count: animals.length, shares: shares(animals, scene) }
    return of('log.carried', event.seat, scene, values)
  },
  eaten: (event, scene) => {
    const animals = listed(event.animals.map((animal) => owned(animal, scene)))
    return of(eater(event.card), event.seat, scene, { animals, crossing: event.crossing })
  },
  drew: (event, scene) => of('log.drew', event.seat, scene, { count: event.count }),
  lion_drawn: (event, scene) => of('log.lion_drawn', event.seat, scene),
  closed: (event) => t('log.closed', { crossing: event.crossing }),
  round_over: (event, scene) =>
    of('log.round_over', event.seat, scene, { scores: scores(event.scores, scene) }),
  swapped: (event, scene) => {
    const values = { row: event.row, laid: herd(event.laid), taken: herd(event.taken) }
    return of('log.swapped', event.seat, scene, values)
  },
  knocked: (event, scene) =>
    of(event.first ? 'log.knocked_first' : 'log.knocked_too', event.seat, scene),
  sudden_death: (event, scene) =>
    of('log.sudden_death', event.seat, scene, { shown: herd(event.shown) }),
  scored: (event, scene) => {
    const values = { majorities: majorities(event, scene), scores: sums(event, scene) }
    const told = t('log.scored', values)
    return event.ending === 'lap-limit' ? `${t('log.lap_limit')} ${told}` : told
  },
  lives_changed: (event, scene) => {
    const changes = event.change.flatMap((change, seat) =>
      change ? [of('log.change', seat, scene, { change: signed(change) })] : [],
    )
    return changes.length
      ? t('log.lives_changed', { changes: inline(changes) })
      : t('log.lives_same')
  },
  out: (event, scene) => of('log.out', event.seat, scene),
  round_dealt: (event, scene) => of('log.round_dealt', event.first, scene, { round: event.round }),
  match_over: (event, scene) => winners(event.winners, scene),
}

/** A sentence about one seat: it is told otherwise to the player who sits there. */
function of(key: Key, seat: number, scene: Scene, values: Values = {}): string {
  const who = seat === scene.you ? 'you' : 'other'
  return t(key, { who, name: scene.names[seat] ?? '', ...values })
}

function owned([animal, owner]: [number, number], scene: Scene): string {
  return of('log.owned', owner, scene, { animal: animalLed(animal, scene.deck) })
}

function eater(card: string): Key {
  if (card === 'L') return 'log.eaten_lion'
  return card === 'S' ? 'log.eaten_super_crocodile' : 'log.eaten_crocodile'
}

/** What each owner of animals that crossed the river gets. */
function shares(animals: [number, number][], scene: Scene): string {
  const owners = [...new Set(animals.map(([, owner]) => owner))].sort()
  const worth = (owner: number) =>
    animals
      .filter(([, whose]) => whose === owner)
      .reduce((sum, [animal]) => sum + animalPoints(animal, scene.deck), 0)
  return inline(owners.map((owner) => of('log.share', owner, scene, { points: worth(owner) })))
}

function scores(points: readonly number[], scene: Scene): string {
  return inline(points.map((each, seat) => of('log.score', seat, scene, { points: each })))
}

/** The points of those who are in; a seat that is out has no hand. */
function sums(event: events.Scored, scene: Scene): string {
  const told = event.points.flatMap((points, seat) =>
    event.hands[seat] ? [of('log.score', seat, scene, { points })] : [],
  )
  return inline(told)
}

function majorities(event: events.Scored, scene: Scene): string {
  const told = scene.names.flatMap((_, seat) => {
    const won = event.majorities.filter(([, who]) => who === seat)
    const animals = inline(won.map(([letter]) => speciesName(letter)))
    return won.length ? [of('log.majority', seat, scene, { animals })] : []
  })
  return told.join(' · ') || t('log.nobody')
}

function winners(seats: readonly number[], scene: Scene): string {
  const [first = 0] = seats
  if (seats.length === 1) return of('log.match_won', first, scene)
  const others = seats.filter((seat) => seat !== scene.you).map((seat) => scene.names[seat] ?? '')
  const you = scene.you !== null && seats.includes(scene.you)
  return t('log.match_shared', { who: you ? 'you' : 'other', names: listed(others) })
}

function signed(change: number): string {
  return number(change, { signDisplay: 'always' }).replace('-', '−')
}

function inline(parts: readonly string[]): string {
  return parts.join(', ')
}
