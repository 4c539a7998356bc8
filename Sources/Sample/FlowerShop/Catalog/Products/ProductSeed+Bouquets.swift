// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let bouquets = products(
    of: "bouquets",
    """
    0201-2010-0405 | 2999 | 45 | red, yellow, violet
    en | Tulip Parade | Twenty tulips in five colours, cut this morning.
    fr | Parade de tulipes | Vingt tulipes de cinq couleurs, coupées ce matin.
    de | Tulpenparade | Zwanzig Tulpen in fünf Farben, heute früh geschnitten.
    es | Desfile de Tulipanes | Veinte tulipanes de cinco colores, cortados esta mañana.
    ja | チューリップ・パレード | 今朝切ったばかりの五色のチューリップ二十本です。
    ar | موكب التوليب | عشرون زهرة توليب بخمسة ألوان قُطفت هذا الصباح.

    0202-2011-0618 | 3499 | 48 | pink, white
    en | Peony Cloud | Seven peonies that open within two days.
    fr | Nuage de pivoines | Sept pivoines qui s'ouvrent en deux jours.
    de | Pfingstrosenwolke | Sieben Pfingstrosen, die in zwei Tagen aufgehen.
    es | Nube de Peonías | Siete peonías que se abren en dos días.
    ja | シャクヤクの雲 | 二日で開く七輪のシャクヤクです。
    ar | سحابة الفاوانيا | سبع زهرات فاوانيا تتفتح خلال يومين.

    0203-2012-0722 | 2799 | 43 | yellow
    en | Sunflower Field | Nine sunflowers with eucalyptus, made for a tall vase.
    fr | Champ de tournesols | Neuf tournesols avec de l'eucalyptus, pour un grand vase.
    de | Sonnenblumenfeld | Neun Sonnenblumen mit Eukalyptus für eine hohe Vase.
    es | Campo de Girasoles | Nueve girasoles con eucalipto para un jarrón alto.
    ja | ヒマワリ畑 | 背の高い花瓶に似合うヒマワリ九本とユーカリです。
    ar | حقل دوار الشمس | تسع زهرات دوار شمس مع الأوكالبتوس لمزهرية طويلة.

    0204-2015-0508 | 4299 | 47 | pink, green
    en | Wild Meadow Bouquet | Grasses, cornflowers and scabious, never twice the same.
    fr | Bouquet Prairie sauvage | Graminées, bleuets et scabieuses, jamais deux fois le même.
    de | Strauß Wilde Wiese | Gräser, Kornblumen und Skabiosen, jedes Mal anders.
    es | Ramo Pradera Silvestre | Gramíneas, acianos y escabiosas, nunca dos veces igual.
    ja | 野の花の花束 | 草、ヤグルマギク、マツムシソウ。二つと同じものはありません。
    ar | باقة المرج البري | أعشاب وقنطريون وجربية، لا تتكرر مرتين.

    0205-2018-0301 | 3299 | 41 | white, green
    en | First Snow Bouquet | White anemones and ranunculus with silver leaves.
    fr | Bouquet Première neige | Anémones et renoncules blanches aux feuilles argentées.
    de | Strauß Erster Schnee | Weiße Anemonen und Ranunkeln mit silbernen Blättern.
    es | Ramo Primera Nieve | Anémonas y ranúnculos blancos con hojas plateadas.
    ja | 初雪の花束 | 白いアネモネとラナンキュラスに銀の葉を添えました。
    ar | باقة أول الثلج | شقائق وحوذان بيضاء مع أوراق فضية.
    """
  )
}
