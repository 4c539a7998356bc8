// SPDX-License-Identifier: Apache-2.0

import Measure

/// A page of the console: the reports that it needs, and the HTML that it makes of them.
protocol Page: Sendable {
  /// The name in the title.
  var title: String { get }
  /// The entry of the menu that it belongs to.
  var chapter: Chapter { get }
  /// The reports that it shows, by their addresses on the operators' listener.
  var reports: [Address] { get }
  /// The seconds after which an open page refreshes itself; `nil` for a page that does not.
  var liveSeconds: Int? { get }

  func write(_ inspection: Inspection, to html: inout HTMLWriter)
}

extension Page {
  var liveSeconds: Int? { nil }
}

/// An entry of the menu.
enum Chapter: String, CaseIterable {
  case now = "Now"
  case routes = "Routes"
  case backends = "Backends"
  case flow = "Flow"
  case log = "Log"
  case history = "History"
  case model = "Model"
  case cache = "Cache"
  case content = "Content"
  case data = "Data"
  case explain = "Explain"
  case inflight = "In flight"
  case promises = "Promises"
  case alerts = "Alerts"
  case system = "System"

  var address: Address {
    switch self {
    case .now: Address(.now)
    case .routes: Address(.routes)
    case .backends: Address(.backends)
    case .flow: Address(.flow)
    case .log: Address(.log)
    case .history: Address(.history)
    case .model: Address(.model)
    case .cache: Address(.cache)
    case .content: Address(.content)
    case .data: Address(.data)
    case .explain: Address(.explain)
    case .inflight: Address(.inflight)
    case .promises: Address(.slo)
    case .alerts: Address(.alerts)
    case .system: Address(.runtime)
    }
  }
}

/// The console: pages and static texts by their addresses.
package struct Console: Sendable {
  private let page: any Page
  private let address: Address

  /// The page of an address; `nil` where the console has none.
  package init?(_ address: Address) {
    guard let page = Console.page(address) else { return nil }
    (self.page, self.address) = (page, address)
  }

  /// The reports that the page shows, by their addresses on the operators' listener.
  package var reports: [Address] { page.reports }

  /// The page as HTML, made from an inspection.
  package func html(_ inspection: Inspection) -> [UInt8] {
    let isJoined = inspection.isOfAllNodes && !(page is ReportPage || page is HistoryPage)
    return PageFrame(isJoined ? AllNodesPage(page, address) : page, at: address).html(inspection)
  }

  private static func page(_ address: Address) -> (any Page)? {
    switch OperatorPath(path: address.path) {
    case .now: NowPage(address: address)
    case .routes: ReportPage.routes(address)
    case .hints: ReportPage.hints(address)
    case .route: RoutePage(address)
    case .backends: ReportPage.backends(address)
    case .backend: BackendPage(address)
    case .flow: FlowPage(address: address)
    case .log: LogPage(address)
    case .logDifferences: ReportPage.differences(address)
    case .history: HistoryPage(address)
    case .model: ModelPage(address: address)
    case .slo: PromisesPage(address: address)
    case .whatIf: WhatIfPage(address: address)
    case .cache: CachePage(address: address)
    case .cacheLookup: LookupPage(address: address)
    case .edges: EdgesPage(address: address)
    case .nodes: ReportPage.nodes(address)
    case .orders: OrdersPage(address: address)
    case .refreshes: ReportPage.refreshes(address)
    case .content: ContentPage(address: address)
    case .previews: PreviewsPage(address: address)
    case .explain: ExplainPage(address: address)
    case .inflight: InflightPage(address: address)
    case .alerts: AlertsPage(address: address)
    case .runtime, .health: SystemPage(address: address)
    case .stats: ReportPage.stats(address)
    case .timers: ReportPage.timers(address)
    case .logStream, .logSummary: nil
    default:
      OperatorPath.log.rest(of: address.path).map { RequestPage($0, address) }
        ?? RecordPages.page(address)
    }
  }
}
