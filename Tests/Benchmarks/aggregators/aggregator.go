// SPDX-License-Identifier: Apache-2.0

// An aggregator as one writes it in Go: four calls at once by net/http, encoding/json into types,
// one document out of them. `aggregator PORT ITEMS PRICES REVIEWS STOCK`, all of them ports.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type item struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Images []struct {
		URL string `json:"url"`
	} `json:"images"`
}

type price struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

type reviews struct {
	Summary struct {
		Average float64 `json:"average"`
	} `json:"summary"`
	Data []struct {
		Author struct {
			Name string `json:"name"`
		} `json:"author"`
		Stars int    `json:"stars"`
		Text  string `json:"text"`
	} `json:"data"`
}

type stock struct {
	Available int     `json:"available"`
	Stores    []store `json:"stores"`
}

type store struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

type review struct {
	By    string `json:"by"`
	Stars int    `json:"stars"`
	Text  string `json:"text"`
}

type composed struct {
	Datatype string   `json:"datatype"`
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Text     string   `json:"text"`
	Image    string   `json:"image"`
	Price    float64  `json:"price"`
	Currency string   `json:"currency"`
	Stars    float64  `json:"stars"`
	Reviews  []review `json:"reviews"`
	InStock  int      `json:"inStock"`
	Stores   []store  `json:"stores"`
	Expire   string   `json:"_expire"`
}

var client = &http.Client{Transport: &http.Transport{
	MaxIdleConns: 2048, MaxIdleConnsPerHost: 512, DisableCompression: true,
}}

func get(url string, into any) error {
	answer, err := client.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	return json.NewDecoder(answer.Body).Decode(into)
}

func main() {
	services := os.Args[2:6]
	address := func(service int, name, id string) string {
		return "http://127.0.0.1:" + services[service] + "/" + name + "/" + id
	}
	http.HandleFunc("/composed/", func(writer http.ResponseWriter, request *http.Request) {
		id := strings.TrimPrefix(request.URL.Path, "/composed/")
		var (
			item    item
			price   price
			reviews reviews
			stock   stock
			failed  [4]error
			all     sync.WaitGroup
		)
		fetch := func(service int, name string, into any) {
			defer all.Done()
			failed[service] = get(address(service, name, id), into)
		}
		all.Add(4)
		go fetch(0, "item", &item)
		go fetch(1, "price", &price)
		go fetch(2, "reviews", &reviews)
		go fetch(3, "stock", &stock)
		all.Wait()
		for _, err := range failed {
			if err != nil {
				http.Error(writer, err.Error(), http.StatusBadGateway)
				return
			}
		}
		answer := composed{
			Datatype: "item", ID: item.ID, Title: item.Title, Text: item.Text,
			Image: item.Images[0].URL, Price: price.Amount, Currency: price.Currency,
			Stars: reviews.Summary.Average, InStock: stock.Available, Stores: stock.Stores,
			Expire: strconv.FormatInt(time.Now().Unix(), 10),
		}
		for _, one := range reviews.Data {
			answer.Reviews = append(answer.Reviews, review{one.Author.Name, one.Stars, one.Text})
		}
		body, err := json.Marshal(answer)
		if err != nil {
			http.Error(writer, err.Error(), http.StatusInternalServerError)
			return
		}
		writer.Header().Set("Content-Type", "application/json")
		writer.Write(body)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
