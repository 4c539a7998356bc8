// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Files
import Glibc
import HTTPServer
import Measure
import Reactor
import Serving

/// The process: its resources, its threads, its loops and its options.
enum RuntimeReport {
  static func report(of state: AdminState, _ loops: [RunningProcess.LoopFigures]) -> [FigureTable] {
    [process(state, loops), self.loops(loops), threads(), options(state.process.options)]
  }

  private static func process(
    _ state: AdminState,
    _ loops: [RunningProcess.LoopFigures]
  ) -> FigureTable {
    var table = FigureTable("process").columns([
      .init(.name, "The name of the figure."), .init(.value, "The value."),
      .init(.limit, "at most", "The limit."), .init(.help, "meaning", "Its meaning."),
    ])
    func add(_ name: String, _ value: Figure, of limit: Figure = .none, _ help: String) {
      table.add([.text(name), value, limit, .text(help)])
    }
    func seconds(_ nanoseconds: Int) -> Figure { .seconds(Double(nanoseconds) / 1e9) }
    add("version", .text(Release.version), "The version of Portico.")
    add("architecture", .text(AdminState.architecture), "The processor that it was built for.")
    if let kernel = try? Files.read("/proc/sys/kernel/osrelease") {
      let release = String(decoding: kernel.prefix { $0 > 0x20 }, as: UTF8.self)
      add("kernel", .text(release), "The release of the machine's kernel.")
    }
    add("process", .count(Int64(getpid())), "The number of the process.")
    if let figures = ProcessFigures.now {
      let now = LoopClock.system.wallNanoseconds
      add("uptime", seconds(Int(now) - figures.startNanoseconds), "The time since its start.")
      add("cpu", seconds(figures.cpuNanoseconds), "Processor time used.")
      add("resident", .bytes(Int64(figures.residentBytes)), "Resident memory.")
      add("virtual", .bytes(Int64(figures.virtualBytes)), "Address space.")
      add("threads", .count(Int64(figures.threads)), "Threads.")
      add(
        "descriptors",
        .count(Int64(figures.openDescriptors)),
        of: .count(Int64(figures.maximumDescriptors)),
        "Open files and sockets."
      )
    }
    add(
      "connections",
      .count(Int64(loops.reduce(0) { $0 + $1.connections })),
      of: .count(Int64(state.process.limits.connections)),
      "Connections of visitors."
    )
    let caches = state.services.sites.map(\.store)
    add(
      "caches",
      .bytes(Int64(caches.reduce(0) { $0 + $1.statistics.bytes })),
      of: .bytes(Int64(caches.reduce(0) { $0 + $1.limits.bytes })),
      "The caches of all sites."
    )
    return table
  }

  private static func loops(_ loops: [RunningProcess.LoopFigures]) -> FigureTable {
    var table = FigureTable("loops").columns([
      .init(.loop, "The number of the loop."), .init(.connections, "Connections of visitors."),
      .init(.lag, "By how much it was late for its timer the last time."),
      .init(.longest, "The longest lag of the last minute."),
    ])
    for loop in loops {
      table.add(
        [
          .count(Int64(loop.number)), .count(Int64(loop.connections)),
          .seconds(of: loop.lag?.last), .seconds(of: loop.lag?.longest),
        ],
        tone: loop.isLate ? .warning : .usual
      )
    }
    return table
  }

  private static func threads() -> FigureTable {
    var table = FigureTable("threads").columns([
      .init(.name, "The name of the threads."), .init(.count, "The number of them."),
      .init(.cpu, "Processor time that they have used together."),
    ])
    for thread in ThreadFigures.all {
      table.add([
        .text(thread.name), .count(Int64(thread.count)),
        .seconds(Double(thread.cpuNanoseconds) / 1e9),
      ])
    }
    return table
  }

  private static func options(_ options: [ServedOption]) -> FigureTable {
    var table = FigureTable("options").columns([
      .init(.option, "The option of portico serve."), .init(.value, "The value in force."),
      .init(.origin, "from", "The source of the value."),
    ])
    for option in options {
      table.add([.text("--\(option.name)"), .text(option.value), .text(option.origin.rawValue)])
    }
    return table
  }
}

extension Figure {
  static func seconds(of duration: Duration?) -> Figure {
    duration.figure { .seconds(Double($0.nanoseconds) / 1e9) }
  }
}

extension RunningProcess.LoopFigures {
  /// The lag from which on answers are noticeably late.
  private static let longestUsualLag = Duration.milliseconds(100)

  /// Whether the loop was late for a timer in the last minute.
  var isLate: Bool { lag.map { $0.longest > Self.longestUsualLag } ?? false }
}
