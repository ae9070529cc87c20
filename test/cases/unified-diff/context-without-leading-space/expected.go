package config

import (
	"encoding/json"
	"os"
)

type Config struct {
	Addr  string
	Debug bool
}

func Load(path string) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}

	var c Config
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}

	if c.Addr == "" {
		c.Addr = ":8080"
	}
	return &c, nil
}
