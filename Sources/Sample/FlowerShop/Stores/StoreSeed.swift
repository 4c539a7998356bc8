// SPDX-License-Identifier: Apache-2.0

/// An initial store.
struct StoreSeed: Sendable {
  let id: String
  let country: String
  let name: String
  let street: String
  let postcode: String
  let city: String
  let latitude: Double
  let longitude: Double
  let phone: String
  let hours: String
  let timeZone: String

  static let all: [StoreSeed] = table.split(separator: "\n").map { line in
    let parts = line.split(separator: " | ").map(String.init)
    guard parts.count == 10, let latitude = Double(parts[5]), let longitude = Double(parts[6])
    else { preconditionFailure("a store was written wrongly: \(line)") }
    return StoreSeed(
      id: parts[0],
      country: parts[0].prefix(2).uppercased(),
      name: parts[1],
      street: parts[2],
      postcode: parts[3],
      city: parts[4],
      latitude: latitude,
      longitude: longitude,
      phone: parts[7],
      hours: parts[8],
      timeZone: parts[9]
    )
  }

  // The telephone numbers are reserved for fiction, in countries that have such.
  private static let table = """
    us-new-york | Bleecker Street | 301 Bleecker St | 10014 | New York | 40.7325 | -74.0036 | \
    +1 212 555 0117 | 08:00-20:00 | America/New_York
    us-chicago | The Loop | 12 E Madison St | 60602 | Chicago | 41.8819 | -87.6266 | \
    +1 312 555 0142 | 08:00-19:00 | America/Chicago
    us-austin | South Congress | 1500 S Congress Ave | 78704 | Austin | 30.2495 | -97.7494 | \
    +1 512 555 0163 | 09:00-20:00 | America/Chicago
    us-seattle | Pike Place | 85 Pike St | 98101 | Seattle | 47.6089 | -122.3403 | \
    +1 206 555 0128 | 07:00-18:00 | America/Los_Angeles
    us-san-francisco | Hayes Valley | 480 Hayes St | 94102 | San Francisco | 37.7766 | -122.4244 | \
    +1 415 555 0190 | 08:00-20:00 | America/Los_Angeles
    us-cupertino | Stevens Creek | 20500 Stevens Creek Blvd | 95014 | Cupertino | 37.3227 | \
    -122.0336 | +1 408 555 0154 | 09:00-19:00 | America/Los_Angeles
    ca-toronto | Queen Street West | 620 Queen St W | M6J 1E4 | Toronto | 43.6472 | -79.4045 | \
    +1 416 555 0135 | 08:00-20:00 | America/Toronto
    ca-montreal | Plateau-Mont-Royal | 4270 rue Saint-Denis | H2J 2K8 | Montréal | 45.5236 | \
    -73.5826 | +1 514 555 0171 | 09:00-20:00 | America/Toronto
    ca-quebec | Petit-Champlain | 61 rue du Petit-Champlain | G1K 4H5 | Québec | 46.8119 | \
    -71.2033 | +1 418 555 0106 | 09:00-18:00 | America/Toronto
    ca-vancouver | Granville Island | 1689 Johnston St | V6H 3R9 | Vancouver | 49.2726 | \
    -123.1350 | +1 604 555 0188 | 08:00-19:00 | America/Vancouver
    gb-london | Columbia Road | 96 Columbia Rd | E2 7QB | London | 51.5292 | -0.0699 | \
    +44 20 7946 0321 | 08:00-19:00 | Europe/London
    gb-edinburgh | Stockbridge | 30 Raeburn Pl | EH4 1HN | Edinburgh | 55.9586 | -3.2116 | \
    +44 131 496 0145 | 09:00-18:00 | Europe/London
    gb-manchester | Northern Quarter | 14 Oldham St | M1 1JQ | Manchester | 53.4822 | -2.2355 | \
    +44 161 496 0209 | 09:00-19:00 | Europe/London
    gb-bristol | Clifton | 22 Boyce's Ave | BS8 4AA | Bristol | 51.4552 | -2.6190 | \
    +44 117 496 0112 | 09:00-18:00 | Europe/London
    de-berlin | Kreuzberg | Bergmannstraße 102 | 10961 | Berlin | 52.4886 | 13.3897 | \
    +49 30 23125 047 | 08:00-20:00 | Europe/Berlin
    de-hamburg | Ottensen | Bahrenfelder Straße 88 | 22765 | Hamburg | 53.5560 | 9.9278 | \
    +49 40 66969 112 | 08:00-19:00 | Europe/Berlin
    de-muenchen | Viktualienmarkt | Viktualienmarkt 3 | 80331 | München | 48.1351 | 11.5763 | \
    +49 89 99998 305 | 08:00-19:00 | Europe/Berlin
    de-koeln | Belgisches Viertel | Maastrichter Straße 24 | 50672 | Köln | 50.9385 | 6.9380 | \
    +49 221 4710 208 | 08:00-19:00 | Europe/Berlin
    fr-paris-marais | Le Marais | 38 rue de Bretagne | 75003 | Paris | 48.8634 | 2.3625 | \
    +33 1 99 00 12 34 | 09:00-20:00 | Europe/Paris
    fr-paris-montmartre | Montmartre | 54 rue Lepic | 75018 | Paris | 48.8869 | 2.3349 | \
    +33 1 99 00 56 78 | 09:00-20:00 | Europe/Paris
    fr-lyon | Croix-Rousse | 11 rue des Pierres Plantées | 69001 | Lyon | 45.7741 | 4.8311 | \
    +33 4 65 71 23 45 | 09:00-19:00 | Europe/Paris
    fr-strasbourg | Petite France | 5 rue du Bain-aux-Plantes | 67000 | Strasbourg | 48.5800 | \
    7.7420 | +33 3 53 01 67 89 | 09:00-19:00 | Europe/Paris
    jp-tokyo | 銀座 | 銀座4-6-1 | 104-0061 | 東京 | 35.6719 | 139.7650 | \
    +81 3 0000 0112 | 10:00-20:00 | Asia/Tokyo
    jp-kyoto | 錦市場 | 錦小路通富小路西入 | 604-8054 | 京都 | 35.0050 | 135.7649 | \
    +81 75 000 0145 | 10:00-19:00 | Asia/Tokyo
    jp-sapporo | 円山 | 南1条西25-1 | 064-0801 | 札幌 | 43.0561 | 141.3180 | \
    +81 11 000 0178 | 10:00-18:00 | Asia/Tokyo
    """
}
