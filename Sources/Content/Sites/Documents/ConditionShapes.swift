// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans

/// The shapes of conditions, by the names that a site declares.
struct ConditionShapes {
  private let regions: [String: [RegionCode]]
  private let apps: [String]
  private let experiments: [Experiment]

  init(of settings: SiteSettings) {
    (regions, apps, experiments) = (settings.regions, settings.appNames, settings.experiments)
  }

  /// For whom a variant or a row is; only where all of it can be read.
  var conditions: Shape<Conditions> {
    Shape.object(DeclaredConditions()) {
      Member(
        "country",
        \.all.countries,
        place.oneOrMore(atLeast: 1).converted(to: { Set($0.joined()).sorted() }),
        "Countries by their two letters of ISO 3166, or regions of the site.",
        examples: ["DE", ["DE", "AT"]]
      )
      Member(
        "device",
        \.all.devices,
        DeviceClass.listed,
        "Kinds of devices.",
        examples: ["phone", ["tv", "desktop"]]
      )
      Member(
        "app",
        \.all.appVersions,
        VersionRange.shape,
        "A range of versions of the app; 2.3 stands for all of 2.3.x.",
        examples: [">=2.3 <4", "2.3", "2.1 - 2.9", "<2 || >=4"]
      )
      Member(
        "build",
        \.all.builds,
        BuildRange.shape,
        "A build of the app, or a range of builds.",
        examples: [412, ">=400"]
      )
      Member(
        "appName",
        \.all.appNames,
        app.oneOrMore(atLeast: 1).converted(to: { Set($0).sorted() }),
        "Apps of the site.",
        examples: ["com.example.shop"]
      )
      Member(
        "cohort",
        \.all.cohorts,
        cohort.oneOrMore(atLeast: 1).converted(to: { Conditions.Cohort.joined($0) }),
        "Arms of experiments of the site, as experiment/arm; an experiment alone means all its arms.",
        examples: ["checkout/b", "checkout"]
      )
      Member(
        "from",
        \.from,
        UnixTime.shape,
        "Instant from which on it holds, with its zone.",
        examples: [DataValue(.string(UnixTime.example))]
      )
      Member(
        "until",
        \.until,
        UnixTime.shape,
        "Instant at which it ends, with its zone.",
        examples: ["2026-12-27T00:00+01:00"]
      )
    }
    .adjusted { conditions, value, _, context in
      guard conditions.time?.isEmpty == true else { return }
      context.badValue(value, "\"from\" is not before \"until\"")
    }
    .converted(to: \.conditions)
    .sound
    .described("Conditions that must all hold; a key that is not there lets everybody pass.")
    .named("when")
  }

  /// A country, or all countries of a region of this site.
  var place: Shape<[RegionCode]> {
    let regions = regions
    return Shape(
      schema: { ["anyOf": [RegionCode.shape.schema(), ConditionShapes.region.schema()]] },
      read: { value, subject, context in
        guard let name = Shape<String>.text.read(value, subject, &context) else { return nil }
        if let region = regions[name] { return region }
        if name.utf8.count == 2 {
          return RegionCode.shape.read(value, subject, &context).map { [$0] }
        }
        context.unknownName(
          name,
          at: value,
          "\"\(name)\" is no country and no region of the site",
          among: regions.keys.sorted()
        )
        return nil
      }
    )
    .named("place")
  }

  private static let region = Shape<String>.text
    .schema(
      .string(
        like: SchemaPatterns.region,
        called: "a country such as DE or a region: \(NameRules.region)"
      )
    )
    .named("region")

  /// The name of an app of this site.
  private var app: Shape<String> {
    let known = apps
    return Shape<String>.text.checked { name, value, _, context in
      if known.contains(name) { return true }
      context.unknownName(name, at: value, "\"\(name)\" is no app of the site", among: known)
      return false
    }
    .schema(TextForm.app.schema)
    .named("app")
  }

  /// An arm such as `checkout/b`, or all arms of an experiment.
  private var cohort: Shape<Conditions.Cohort> {
    let experiments = experiments
    return Shape(
      schema: { .string(like: SchemaPatterns.cohort, called: "an arm such as checkout/b") },
      read: { value, subject, context in
        guard let name = Shape<String>.text.read(value, subject, &context) else { return nil }
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = experiments.firstIndex(where: { $0.name == parts[0] }) else {
          context.unknownName(
            parts[0],
            at: value,
            "\"\(parts[0])\" is no experiment of the site",
            among: experiments.map(\.name)
          )
          return nil
        }
        let arms = experiments[number].arms
        guard parts.count == 2 else {
          return Conditions.Cohort(experiment: number, arms: Array(arms.indices))
        }
        if let arm = arms.firstIndex(where: { $0.name == parts[1] }) {
          return Conditions.Cohort(experiment: number, arms: [arm])
        }
        context.unknownName(
          parts[1],
          at: value,
          "\"\(parts[1])\" is no arm of the experiment \"\(parts[0])\"",
          among: arms.map(\.name)
        )
        return nil
      }
    )
    .named("cohort")
  }
}

/// Conditions as a file says them: with the bounds of their time.
private struct DeclaredConditions {
  var all = Conditions()
  var from: UnixTime?
  var until: UnixTime?

  var time: IntervalSet<UnixTime>? {
    from == nil && until == nil ? nil : IntervalSet(from: from, until: until)
  }

  var conditions: Conditions {
    var conditions = all
    conditions.time = time
    return conditions
  }
}

extension Conditions.Cohort {
  /// One cohort for each experiment.
  fileprivate static func joined(_ cohorts: [Conditions.Cohort]) -> [Conditions.Cohort] {
    Dictionary(grouping: cohorts, by: \.experiment)
      .map { Conditions.Cohort(experiment: $0, arms: Set($1.flatMap(\.arms)).sorted()) }
      .sorted { $0.experiment < $1.experiment }
  }
}
