// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Learning
import Measure
import Serving

/// The rollouts that are on, or how the last ones ended, and what they are judged by.
enum RolloutReport {
  static func tables(of sites: [SiteService]) -> [FigureTable] {
    let machines = sites.compactMap { site in site.rollout.current.map { (site.name, $0) } }
    return [rollouts(machines), bounds(machines)]
  }

  private static func rollouts(_ machines: [(site: String, machine: RolloutMachine)]) -> FigureTable
  {
    var table = FigureTable("rollouts").columns([
      .init(.site, "The site."), .init(.state, "running, paused, returned or finished."),
      .init(.edition, "The new edition."),
      .init(.published, "beside", "The edition that all others have, or had."),
      .init(.step, "The number of the step."), .init(.steps, "of", "The number of steps."),
      .init(.share, "The share of installations that have the new edition now."),
      .init(.since, "The beginning of the step, or the end of the rollout."),
      .init(.reason, "The reason for its end, its waiting, or an early next step."),
    ])
    for (site, machine) in machines {
      let rollout = machine.rollout
      let reason = machine.wait(at: UnixTime.now) ?? rollout.reason
      table.add(
        [
          .text(site),
          .text(machine.isRunning && rollout.isPaused ? "paused" : rollout.state.rawValue),
          .text(rollout.edition), .text(rollout.published), .count(Int64(rollout.step + 1)),
          .count(Int64(machine.settings.steps.count)), .share(Double(machine.share) / 10_000),
          .text("\(rollout.since)"), reason.isEmpty ? .none : .text(reason),
        ],
        tone: rollout.state == .returned ? .failure : machine.isRunning ? .warning : .usual
      )
    }
    return table
  }

  private static func bounds(_ machines: [(site: String, machine: RolloutMachine)]) -> FigureTable {
    var table = FigureTable("bounds").columns([
      .init(.site, "The site."), .init(.bound, "The key in site.json5."),
      .init(.candidate, "new", "The share of the new edition's answers at this step."),
      .init(.published, "The share of the published edition's answers."),
      .init(.before, "The share before the rollout."),
      .init(.limit, "The largest share that the new edition may have."),
      .init(.answers, "The answers of the new edition that count at this step."),
      .init(.standing, "What follows."),
    ])
    for (site, machine) in machines {
      guard let verdict = machine.verdict else { continue }
      for measure in verdict.measures {
        table.add(
          [
            .text(site), .text(measure.name), .share(measure.candidate),
            .share(measure.published), measure.before.map { Figure.share($0) } ?? Figure.none,
            .share(measure.limit), .count(Int64(clamping: measure.answers)),
            .text(measure.standing.rawValue),
          ],
          tone: measure.standing == .beyond
            ? .failure : measure.standing == .open ? .warning : .usual
        )
      }
    }
    return table
  }
}
