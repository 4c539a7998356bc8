// SPDX-License-Identifier: Apache-2.0

/// The keys of the columns of all tables, as JSON has them: each is written once, so that a page or a command that asks
/// for a column that no table has does not compile.
///
/// ```swift
/// let table = FigureTable("backends", [.init(.backend, "The service."), .init(.retry, "retries", "Its retries.")])
/// for record in table.records { print(record.text(.backend)) }
/// ```
package enum ColumnKey: String, Sendable {
  case accepted, added, address, after, age, ahead, alert, all, allowed, allows, amount
  case answered, answers, app, asked, attempts, attribute, attributes, at, audience, audiences
  case author, backend, backends, bad, basis, before, begun, behind, bodies, bound, budget, by
  case burn5m, burn30m, burn1h, burn6h, burn3d
  case bytes, call, calls, candidate, capacity, cause, change, changed, changes, check, `class`
  case clock, compared, composed, connections, cost, count, counted, cpu, created, current, day
  case days, dead, `default`, delay, delayed, device, died, difference, digest, docs, document
  case documents, does, downDay, downHour, duration, each, edge, edgeJobs, edgeState, edges
  case edition, effect, email, emergency, endpoint, endpoints, ends, entries, epoch, error
  case errorTime, errors, events, evicted, exact, example, expected, expectedHits, expire
  case expires, failed, failing, failures, fate, fetched, field, file, files, filter
  case fingerprint, first, flow, folder, `for`, format, found, fragments, from, gateway, gone
  case group, groups, hasRole, headroom, held, help, here, hint, hits, hook, hour, hourCount
  case hourP50, hourP99, hours, id, index, inflight, info, instances, instant, isForThis, judged
  case kept, key, kind, lag, language, last, late, latency, least, left, letter, limit, limits
  case line, link, load, longest, look, looked, loop, lost, made, matches, max, mean, meaning
  case mediaType, message, method, minutes, misses, missing, mixDistance, most, mount, name
  case needed, next, nextChange, node, now, number, of, on, onFailure, openapi, operation
  case option, order, origin, others, outcome, outdated, outdatedTexts, overloaded, owner, p50
  case p90, p99, p999, parameters, part, parts, peak, phase, phaseSeconds, place, planned
  case position, prefix, probes, problem, processor, promise, promised, promisedHits
  case promisedPurge, promisedStale, promises, proven, published, purge, purged, purges, rate
  case rate10, rate100, rate1000, reason, received, record, recorded, records, recoveryCodes
  case refused, relation, removed, request, requests, required, result, retry, right, role
  case roles, rollout, rotated, route, rows, rule, rules, said, sample, scope, seconds, served
  case service, session, severity, share, shows, silence, silenced, since, site, size, sla
  case source, stage, stale, staleIfError, staleWhileRevalidate, standing, starts, state, stated
  case statement, status, steady, step, steps, store, strength, strict, subject, summary
  case suspects, sustainable, tags, target, text, texts, there, time, timeout, to, token
  case tombstones, took, total, ttl, type, uncompared, unknown, unmodelled, unrecorded, until
  case updated, url, usable, used, user, uuid, value, values, variant, variants, version
  case visitors, visits, waiting, waits, wakes, warnings, weekday, weight, what, `where`
  case whereWithValues, why, within, zone
  case recordOwner = "_owner"
  case recordVersion = "_version"
  case recordUpdated = "_updated"
}
