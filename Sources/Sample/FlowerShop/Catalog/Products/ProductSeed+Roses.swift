// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let roses = products(
    of: "roses",
    """
    0301-2010-0214 | 4999 | 48 | red
    en | A Dozen Red Roses | Twelve long red roses, the thorns taken off.
    fr | Douze roses rouges | Douze longues roses rouges, sans épines.
    de | Ein Dutzend rote Rosen | Zwölf langstielige rote Rosen ohne Dornen.
    es | Una Docena de Rosas Rojas | Doce rosas rojas de tallo largo, sin espinas.
    ja | 赤いバラ十二本 | とげを取り除いた長い赤いバラ十二本です。
    ar | اثنتا عشرة وردة حمراء | اثنتا عشرة وردة حمراء طويلة الساق بلا أشواك.

    0302-2010-0215 | 4799 | 46 | white
    en | White Rose Letter | Ten white roses with a card in your own words.
    fr | Lettre aux roses blanches | Dix roses blanches avec une carte à vos mots.
    de | Weißer Rosenbrief | Zehn weiße Rosen mit einer Karte in Ihren Worten.
    es | Carta de Rosas Blancas | Diez rosas blancas con una tarjeta con sus palabras.
    ja | 白いバラの手紙 | あなたの言葉のカードを添えた白いバラ十本です。
    ar | رسالة الورد الأبيض | عشر ورود بيضاء مع بطاقة بكلماتك.

    0303-2013-0601 | 5799 | 45 | pink
    en | Garden Rose Bowl | Scented garden roses, cut short in a glass bowl.
    fr | Coupe de roses de jardin | Roses de jardin parfumées, courtes, dans une coupe de verre.
    de | Gartenrosenschale | Duftende Gartenrosen, kurz geschnitten in einer Glasschale.
    es | Cuenco de Rosas de Jardín | Rosas de jardín perfumadas, cortas, en un cuenco de cristal.
    ja | ガーデンローズのボウル | 香るガーデンローズを短く切ってガラスの器に入れました。
    ar | وعاء ورد الحديقة | ورود حديقة عطرة قصيرة السيقان في وعاء زجاجي.

    0304-2017-0909 | 3999 | 40 | orange, yellow
    en | Apricot Rose Bunch | Fifteen small roses in the colours of an evening.
    fr | Botte de roses abricot | Quinze petites roses aux couleurs du soir.
    de | Bund Aprikosenrosen | Fünfzehn kleine Rosen in den Farben des Abends.
    es | Manojo de Rosas Albaricoque | Quince rosas pequeñas con los colores del atardecer.
    ja | アプリコット色のバラ | 夕暮れの色をした小さなバラ十五本です。
    ar | حزمة ورد مشمشي | خمس عشرة وردة صغيرة بألوان المساء.

    0305-2020-0214 | 12999 | 49 | red
    en | Fifty Red Roses | Fifty roses for the day that comes once.
    fr | Cinquante roses rouges | Cinquante roses pour le jour qui ne vient qu'une fois.
    de | Fünfzig rote Rosen | Fünfzig Rosen für den Tag, der nur einmal kommt.
    es | Cincuenta Rosas Rojas | Cincuenta rosas para el día que llega una sola vez.
    ja | 赤いバラ五十本 | 一度きりの日のための五十本のバラです。
    ar | خمسون وردة حمراء | خمسون وردة ليوم لا يأتي إلا مرة.
    """
  )
}
